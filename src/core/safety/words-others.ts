import type { Words } from "./phrase-index.js";

/**
 * The core words in further languages: Spanish, French, German, Portuguese, Italian, Dutch, Polish, Turkish, Russian,
 * Ukrainian, Japanese, Korean, Indonesian, Vietnamese, Arabic, Hindi, Thai; a line each where a concept has many.
 */
export const OTHER_WORDS: Words = {
  drop: `
    deja de obedecer|deja de seguir|cesse d obeir|cesse de suivre|hor auf|pare de seguir|pare de obedecer|smetti di|перестань|
    прекрати|やめて|제한을 해제|no sigas|no hagas caso de|desatiende|ne tenez plus compte|ne tiens plus compte|n ecoute plus|
    ne respecte plus|mettez de cote|hor nicht auf|folge nicht|beachte keine|nao siga|nao sigas|deixa de lado|non rispettare|
    lascia perdere|negeer alle|закрой глаза на|не подчиняйся|отменяй|气にするな|守るな|従うな|忘れて|忘れろ|無視しろ|무시하라|
    무시하십시오|잊어버리|따르지|تخط|لا تلتزم|لا تهتم|ignora|ignore|ignoren|ignorad|olvida|olvide|olvidate de|olvidese de|
    descarta|descarte|desobedece|omite|omita|haz caso omiso|haga caso omiso|no hagas caso|prescinde de|pasa por alto|ignorez|
    oublie|oubliez|neglige|negligez|ne tiens pas compte|ne tenez pas compte|fais abstraction|faites abstraction|passe outre|
    passez outre|laisse tomber|ne suis plus|ne suivez plus|ignoriere|ignorieren|vergiss|vergessen sie|missachte|missachten|
    ubergehe|verwirf|beachte nicht|halte dich nicht|setze dich hinweg|lass beiseite|esqueca|esquece|desconsidere|desconsidera|
    desobedeca|desrespeite|despreze|deixe de lado|ignorate|dimentica|dimenticate|trascura|tralascia|scarta|non tenere conto|
    non seguire|non considerare|negeer|vergeet|zignoruj|ignoruj|zapomnij|pomin|yok say|gormezden gel|unut|dikkate alma|abaikan|
    lupakan|acuhkan|jangan hiraukan|kesampingkan|bo qua|quen|phot lo|dung tuan theo|игнорируй|игнорируйте|проигнорируй|
    проигнорируйте|забудь|забудьте|не обращай внимания|не обращайте внимания|отбрось|отбросьте|пренебреги|не следуй|не следуйте|
    не соблюдай|ігноруй|забудь про|無視|忘れ|従わない|従わなくて|守らなくて|無効にし|破棄し|捨て|気にせず|気にしない|무시하|
    무시해|무시한|잊어|잊고|따르지 마|따르지 말|지키지 마|지키지 않|تجاهل|تجاهلي|انس|انسى|لا تتبع|اهمل|अनदेखा|भूल जाओ|भूल जाइए|
    ละเว้น|เพิกเฉย|ไม่ต้องสนใจ|ลืม`,
  told: `
    lo que te dijeron|las reglas|le regole|les regles|tes regles|vos regles|deine regeln|suas regras|as instrucoes|as regras|
    tue regole|aturanmu|свои правила|правила безопасности|ルールは|規約|규칙은|규칙을|규정|قواعدك|القواعد|instrucciones|reglas|
    ordenes|indicaciones|directrices|normas|restricciones|instructions|consignes|regles|directives|restrictions|ordres|
    contraintes|anweisung*|regeln|vorgaben|instruktionen|befehle|richtlinien|beschrankungen|einschrankungen|instrucoes|regras|
    ordens|diretrizes|restricoes|istruzioni|regole|direttive|indicazioni|restrizioni|vincoli|instructies|regels|richtlijnen|
    instrukcje|zasady|polecenia|talimat*|kural*|perintah|aturan|instruksi|batasan|petunjuk|huong dan|quy tac|chi dan|lenh|
    gioi han|инструкции|инструкций|указания|указаний|правила|правил|команды|ограничения|ограничений|інструкції|指示|命令|ルール|
    規則|プロンプト|制約|制限|ポリシー|지시|명령|규칙|프롬프트|지침|제한|정책|تعليمات|التعليمات|قواعد|الاوامر|الأوامر|القيود|
    निर्देश|नियम|คำสั่ง|กฎ|ข้อจำกัด`,
  earlier: `
    del sistema|do sistema|di sistema|du systeme|antes|avant|vorher|zuvor|prima|siden|системные|системных|свои|システムの|
    システム|시스템|النظام|tes|vos|tus|sus|suas|tuas|deine|ihre|tue|tuoi|mu|anterior|anteriores|previas|previos|precedentes|
    de arriba|todas|todos|de seguridad|precedents|anterieures|anterieurs|ci dessus|d avant|toutes|tous|de securite|vorherige*|
    bisherige*|obige*|fruhere*|alle|samtliche|acima|de seguranca|precedenti|precedente|di prima|sopra|tutte|tutti|di sicurezza|
    vorige|eerdere|bovenstaande|poprzednie|wszystkie|onceki|tum|yukaridaki|sebelumnya|semua|di atas|sebelum ini|truoc|tren|tat ca|
    предыдущие|предыдущих|прежние|прежних|вышеуказанные|прошлые|все|всех|выше|попередні|усі|これまで|以前|前の|上記|先ほど|すべて|
    全て|全部|いままで|今まで|既存|이전|앞의|위의|지금까지|모든|기존|السابقة|جميع|كل|اعلاه|أعلاه|पिछले|सभी|ก่อนหน้า|ทั้งหมด|
    ข้างต้น`,
  void: `
    ya no {se aplican|valen|son validas}|quedan anuladas|ne {s appliquent|sont} plus|sont annulees|gelten nicht mehr|
    sind aufgehoben|sind ungultig|ausser kraft|nao {valem|se aplicam} mais|non {valgono|sono valide} piu|
    больше не {действуют|действует}|отменены|отменяются|無効|無効です|무효|더 이상 유효하지|tidak berlaku lagi|لم تعد سارية|ملغاة`,
  disable: `
    salta|saltese|omite las comprobaciones|desactivez|umgehe die|ausser betrieb|schalte aus|desligue|pule|burla|spegni|
    lewati pemeriksaan|обойди|обойти|切って|切れ|外せ|無効に|回避して|꺼라|꺼줘|우회해|건너뛰|تخطى|عطل|desactiva|desactive|
    desactivar|deshabilita|deshabilite|apaga|apague|elude|elimina|saltate|evita|desactiver|contourne|contournez|coupe|eteins|
    supprime|neutralise|deaktiviere|deaktivieren|schalte|abschalten|ausschalten|umgehe|umgehen|desative|desativa|desliga|contorne|
    burle|disattiva|disattivare|disabilita|aggira|schakel|wylacz|obejdz|devre disi birak|kapat|matikan|nonaktifkan|lewati|hindari|
    bypass|tat|vo hieu hoa|vuot qua|отключи|отключите|выключи|выключите|обойдите|деактивируй|сними|удали|вимкни|無効化|無効にし|
    オフに|停止し|解除し|回避し|外し|止め|비활성화|끄고|꺼|해제|우회|중지|عطّل|اوقف|أوقف|تجاوز|बंद करो|अक्षम|ปิด|ข้าม`,
  guard: `
    garde fou|ガードを|가드레일을|barrera de seguridad|schutz|защитные механизмы|チェック|comprobaciones de seguridad|
    comprobaciones|verificaciones|verifications|controles|sicherheitsprufung|sicherheitsprufungen|prufungen|kontrollen|
    verificacoes|controlli|controlli di sicurezza|проверку|проверки|журнал|確認ダイアログ|セキュリティ|検査|검사|확인 창|فحوصات|
    فحص|guardia|proteccion|protecciones|barrera*|reglas de seguridad|controles de seguridad|filtros|barandilla*|garde fou*|garde|
    protections|regles de securite|filtre*|pare feu|schutzregeln|schutzmechanism*|schutzplanken|leitplanken|sicherheitsregeln|
    sicherheitsprufung*|wachter|filter|protecao|protecoes|regras de seguranca|guarda|trava*|regole di sicurezza|protezion*|
    barriere|beveiliging*|zabezpieczen*|guvenlik|koruma|pengaman|perlindungan|penjaga|keamanan|bao ve|rao chan|an toan|защиту|
    защита|защиты|охрану|фильтры|ограждения|захист|ガードレール|ガード|安全装置|フック|セーフティ|保護機能|安全チェック|
    フィルター|가드레일|가드|안전장치|보호|보안|필터|차단|훅|الحماية|الحارس|الحواجز|الامان|الأمان|सुरक्षा|การป้องกัน|
    การรักษาความปลอดภัย`,
  blocked: `
    comando* bloqueado*|acciones bloqueadas|accion bloqueada|commande* bloquee*|actions bloquees|blockierte* befehl*|
    gesperrte* befehl*|acoes bloqueadas|comandi bloccati|azioni bloccate|perintah yang diblokir|perintah yang dicegah|
    заблокированную команду|заблокированные команды|ブロックされたコマンド|拒否されたコマンド|遮断されたコマンド|차단된 명령|
    الامر المحظور|الأمر المحظور`,
  unasked: `
    ohne nachfrage|ohne weitere nachfrage|sin mas preguntas|sans autre confirmation|はい として処理|自動で はい|모두 예로|
    sin preguntar|sin pedir permiso|sans demander|sans poser de question|ohne zu fragen|sem perguntar|senza chiedere|
    tanpa bertanya|никому не говори|承認は不要|承認不要|確認不要|許可は不要|尋ねるな|聞くな|확인 없이|묻지 않고|승인은 필요 없|
    دون سؤال|{sin|no vuelvas a} {pedir|preguntar|confirmar|confirmacion|pedir confirmacion|permiso}|
    no {pidas|pida|preguntes} {confirmacion|permiso|nada}|sans {demander|confirmation|confirmer|autorisation|validation}|
    ne demande* {pas|plus|jamais}|ohne {nachfrage|zu fragen|ruckfrage|bestatigung|zustimmung|erlaubnis|genehmigung}|frage nicht|
    frag nicht|sem {pedir|perguntar|confirmar|confirmacao|permissao|aprovacao}|nao {peca|pergunte}|
    senza {chiedere|conferma|confermare|autorizzazione|permesso}|non chiedere|zonder {vragen|bevestiging|toestemming}|
    bez {pytania|potwierdzenia}|sormadan|onay almadan|tanpa {bertanya|konfirmasi|izin|persetujuan}|jangan {tanya|minta}|
    khong can {hoi|xac nhan}|khong hoi|без {подтверждения|вопросов|разрешения|спроса|запроса|согласия}|не спрашивай|
    не спрашивайте|не запрашивай|не жди|確認を待たず|確認なしで|確認せず|承認なしで|承認を待たず|許可なく|尋ねず|聞かずに|
    確認は不要|承認済み|승인 없이|묻지 말고|묻지 마|허락 없이|확인하지 말고|دون تأكيد|بدون تأكيد|دون موافقة|لا تسأل|بدون اذن|
    बिना पूछे|โดยไม่ต้องถาม|โดยไม่ต้องยืนยัน`,
  approved: `
    deja approuve*|sont approuvees|ya estan aprobad*|estan aprobadas|sind genehmigt|gilt als genehmigt|ja estao aprovad*|
    sono approvat*|уже все одобрил|уже всё одобрил|все одобрил|одобрено|とみなして|はい として|許可されています|모두 승인|
    승인된 것으로|ya {aprobo|autorizo|dio permiso|acepto|aprobado|aprobo todo}|ha aprobado|a deja {approuve|autorise|valide}|
    hat bereits {zugestimmt|genehmigt|erlaubt}|bereits genehmigt|ja {aprovou|autorizou}|ha gia {approvato|autorizzato}|
    уже {одобрил|разрешил|подтвердил|согласился}|заранее одобрено|承認済み|許可済み|이미 승인|승인됨|승인했|
    sudah {menyetujui|disetujui|mengizinkan}|وافق بالفعل|تمت الموافقة`,
  approve: `
    aprueba|apruebe|acepta|autoriza|approuve|approuvez|accepte|autorise|genehmige|erlaube|bestatige|aprove|aceite|autorize|
    approva|accetta|autorizza|setujui|izinkan|одобряй|одобри|подтверждай|разреши|разрешай|承認し|許可し|自動で承認|승인하|허용하|
    وافق|اسمح`,
  all: `
    todo|todos|todas|siempre|cualquier|nunca mas|tout|toute|tous|toutes|toujours|desormais|jamais|alle|alles|jede*|immer|
    ab sofort|kunftig|tudo|sempre|qualquer|tutto|tutti|qualsiasi|d ora in poi|semua|selalu|все|всё|любые|всегда|впредь|すべて|
    全て|今後|常に|以後|毎回|모든|전부|항상|앞으로|이제부터|كل|جميع|دائما|tum|her zaman`,
  you: `
    tu|usted|vous|du|sie|voce|anda|kamu|ты|вы|あなた|너는|당신`,
  agent: `
    agente|asistente|modelo|agent|assistant|modele|assistent|modell|assistente|modello|asisten|агент|ассистент|модель|
    エージェント|アシスタント|モデル|에이전트|어시스턴트|모델|المساعد|الوكيل|النموذج`,
  order: `
    debes|tienes que|por favor|tu dois|vous devez|s il vous plait|s il te plait|du musst|sie mussen|bitte|sofort|deve|voce deve|
    devi|per favore|harus|tolong|должен|должны|пожалуйста|немедленно|してください|しろ|せよ|すること|ください|하세요|하십시오|
    해라|해야|يجب|من فضلك|นะ|กรุณา`,
  untold: `
    no {se lo digas|digas nada|le digas|avises|informes|menciones|se lo cuentes}|
    sin {avisar|informar|decirle|que se entere|decir nada|que lo sepa}|
    ne {dis rien|le dis pas|dites rien|previens pas|mentionne pas|le mentionne pas}|
    sans {prevenir|informer|le dire|avertir|en parler}|a l insu|
    {sag|sage|erzahl|erzahle|verrate} {dem|es dem|ihm|niemandem} {benutzer nichts|nutzer nichts|benutzer nicht|nutzer nicht|nichts|nicht}|
    darf {davon nichts|nichts davon|es nicht} {erfahren|wissen}|ohne {den benutzer|den nutzer|ihn} zu informieren|heimlich|
    nao {conte|avise|diga|informe|mencione}|sem {avisar|informar|contar|que o usuario}|
    non {dirlo|dire|avvisare|informare|menzionare}|senza {avvisare|informare|dirlo|che l utente}|vertel de gebruiker niet|nie mow|
    kullaniciya {soyleme|haber verme}|jangan {beri tahu|beritahu|katakan|laporkan}|tanpa {memberi tahu|memberitahu|sepengetahuan}|
    khong noi cho|dung noi|не {сообщай|говори|рассказывай|сообщайте|говорите|упоминай|уведомляй}|
    ничего не {сообщай|говори|сообщайте|говорите}|не ставя в известность|без ведома|втайне|тайно|незаметно|
    {知らせずに|知らせない|知らせず|伝えず|伝えないで|報告せず|言わないで|言わずに|気づかれない|気付かれない|内緒|秘密にし|隠して|知られない}|
    말하지 마|말하지 말|알리지 마|알리지 말|알리지 않|모르게|몰래|비밀로|دون اخبار|دون إخبار|لا تخبر|بدون علم|بدون اخبار|سرا|
    उपयोगकर्ता को मत|อย่าบอก|โดยไม่ให้ผู้ใช้รู้`,
  secretfile: `
    archivo .env|fichier .env|файл .env|файла .env|.env ファイル|秘密鍵|개인 키|비밀키|clave privada|claves privadas|cle privee|
    cles privees|privater schlussel|privaten schlussel|chave privada|chiave privata|kunci privat|закрытый ключ|приватный ключ|
    приватные ключи|المفتاح الخاص`,
  secret: `
    las claves|la clave|muestrame las claves|contrasenas|le contenu de .env|cles|mot de passe|passworter|die schlussel|senhas|
    chaves|chiavi|chiave|kata sandi|пароли|パスワード|비밀번호|كلمات السر|contrasena*|credenciales|claves|variables de entorno|
    secretos|mots de passe|identifiants|variables d environnement|cles api|passwort*|zugangsdaten|umgebungsvariablen|geheimnisse|
    senha*|credenciais|segredos|variaveis de ambiente|credenziali|segreti|variabili d ambiente|wachtwoord*|hasla|sifre*|
    kredensial|variabel lingkungan|rahasia|mat khau|пароль|паролей|ключи|секреты|токен|токены|учётные данные|учетные данные|
    переменные окружения|環境変数|認証情報|トークン|シークレット|機密|환경 변수|환경변수|인증 정보|토큰|자격 증명|كلمات المرور|
    كلمة المرور|متغيرات البيئة|الرموز|المفاتيح|بيانات الاعتماد|पासवर्ड|รหัสผ่าน`,
  bulk: `
    codigo fuente|repositorio|code source|depot|quellcode|codigo fonte|codice sorgente|kode sumber|исходный код|репозиторий|
    переписку|базу данных|ソースコード|リポジトリ|会話履歴|データベース|소스 코드|저장소|대화 내용|대화 기록|الكود المصدري|
    المحادثة`,
  send: `
    envia|envie|enviar|manda|mande|sube|suba|publica|filtra|envoie|envoyez|envoyer|transmets|transmettez|poste|publie|televerse|
    sende|senden|schicke|schick|ubertrage|lade hoch|veroffentliche|publique|invia|inviare|spedisci|carica|pubblica|stuur|wyslij|
    gonder|kirim|kirimkan|unggah|gui|отправь|отправьте|отправляй|перешли|выложи|загрузи|скинь|送信|送って|送れ|アップロード|転送|
    投稿|보내|전송|업로드|유출|أرسل|ارسل|ارفع|भेजो|ส่ง|อัปโหลด`,
  channel: `
    servidor|este servidor|serveur|an diesen server|servidor externo|server esterno|внешний сервер|сервер|外部サーバー|外部|
    외부 서버|외부|الخادم|خارجي`,
  show: `
    muestra|muestre|revela|revele|imprime|imprima|dime|digame|escribe|repite|affiche|affichez|revelez|montre|montrez|imprimez|
    repete|repetez|donne moi|donnez moi|ecris|gib|zeige|zeig|nenne|verrate|drucke|wiederhole|schreibe|mostre|exiba|repita|diga|
    mostra|rivela|stampa|ripeti|dimmi|scrivi|toon|pokaz|wypisz|goster|yazdir|tampilkan|cetak|tunjukkan|ungkapkan|sebutkan|
    hien thi|in ra|tiet lo|выведи|выведите|покажи|покажите|напиши|раскрой|раскройте|повтори|напечатай|表示|出力|見せ|教え|公開|
    印刷|출력|보여|알려|공개|말해|اعرض|اطبع|اكشف|أظهر|दिखाओ|แสดง|พิมพ์|เปิดเผย`,
  prompt: `
    prompt del sistema|mensaje del sistema|instrucciones del sistema|tus instrucciones|tu configuracion|su mensaje del sistema|
    invite systeme|prompt systeme|message systeme|vos instructions|tes instructions|tes consignes|system prompt|systemprompt|
    deine anweisungen|deine regeln|systemnachricht|prompt do sistema|mensagem do sistema|suas instrucoes|sua configuracao|
    prompt di sistema|messaggio di sistema|tue istruzioni|tue regole|systeemprompt|prompt systemowy|sistem istemi|sistem komutu|
    prompt sistem|instruksi sistem|loi nhac he thong|системный промпт|системный промт|системную подсказку|системное сообщение|
    свои инструкции|твои инструкции|システムプロンプト|システムメッセージ|初期指示|内部指示|시스템 프롬프트|시스템 메시지|
    초기 지시|موجه النظام|تعليمات النظام|सिस्टम प्रॉम्प्ट|พรอมต์ระบบ`,
  role: `
    ahora eres|eres un|actua como|finge|imagina que eres|tu es desormais|tu es maintenant|vous etes desormais|agis comme|
    fais comme si|du bist jetzt|du bist nun|ab jetzt bist du|tu so als|agora voce e|voce agora e|aja como|finja|ora sei|
    da ora sei|comportati come|fingi|sekarang kamu|kamu sekarang|anda sekarang|berpura pura|ты теперь|теперь ты|вы теперь|
    представь что ты|притворись|действуй как|あなたは今|あなたはもう|今からあなたは|になりきって|のふりを|として振る舞|너는 이제|
    이제 너는|당신은 이제|지금부터 너는|인 척|역할극|انت الان|أنت الآن|تظاهر|تصرف ك`,
  free: `
    sin {restricciones|limites|filtros|reglas|censura}|sans {restriction*|limite*|filtre*|regle*|censure}|
    ohne {einschrankungen|beschrankungen|regeln|filter|grenzen}|uneingeschrankt*|sem {restricoes|limites|filtros|regras|censura}|
    senza {restrizioni|limiti|filtri|regole|censura}|zonder beperkingen|bez ograniczen|sinirsiz|kisitlamasiz|
    tanpa {batasan|batas|aturan|filter|sensor}|khong {gioi han|han che}|без {ограничений|цензуры|правил|фильтров}|неограниченн*|
    制限のない|制限なし|無制限|何でも答え|何でもする|제한이 없는|제한 없는|무제한|관리자 모드|بلا قيود|بدون قيود|غير مقيد`,
  mode: `
    modo {desarrollador|administrador|dios|mantenimiento}|mode {developpeur|administrateur|dieu}|entwicklermodus|wartungsmodus|
    administratormodus|modalita {sviluppatore|amministratore}|режим разработчика|режиме разработчика|режим администратора|
    режим бога|開発者モード|管理者モード|개발자 모드|관리자 모드|وضع المطور`,
  memory: `
    memoria|memoire|gedachtnis|speicher|память|記憶|メモリ|기억|메모리|ingatan|الذاكرة`,
  write: `
    guarda|escribe|anade|agrega|enregistre|ajoute|inscris|speichere|schreibe|fuge|salve|adicione|escreva|salva|aggiungi|simpan|
    tambahkan|tulis|запиши|сохрани|добавь|запомни|書き込|保存|追加|記録し|覚え|저장|추가|기록하|기억해|احفظ|أضف|اكتب`,
  run: `
    ejecuta|ejecute|ejecutar|execute|executez|lance|lancez|fuhre|ausfuhren|starte|executa|rode|esegui|avvia|voer|uruchom|calistir|
    jalankan|eksekusi|chay|thuc thi|выполни|выполните|запусти|исполни|実行|実施|실행|نفذ|نفّذ|شغل|चलाओ|รัน`,
  destroy: `
    borra la base|borra todo|supprime tout|losche alles|exclua tudo|cancella tutto|удали все|удали журнал|ファイルを全部削除|
    全部削除|強制プッシュ|강제 푸시|전부 삭제|모두 삭제|احذف جميع|force push|borra|borre|elimina|elimine|supprime|efface|losche|
    loschen|apague|exclua|cancella|hapus|удали|удалите|сотри|削除|消去|삭제|지워|احذف|ลบ`,
  covert: `
    en secreto|silenciosamente|a escondidas|en secret|discretement|en silence|heimlich|im stillen|em segredo|in segreto|
    di nascosto|diam diam|тайно|незаметно|скрытно|こっそり|密かに|黙って|몰래|은밀|سرا`,
  trigger: `
    cuando el usuario|si el usuario|quand l utilisateur|lorsque l utilisateur|wenn der benutzer|sobald der|quando o usuario|
    quando l utente|ketika pengguna|когда пользователь|если пользователь|ユーザーが|사용자가`,
  follow: `
    obedece|obedezca|obeis|obeissez|gehorche|obedeca|obbedisci|patuhi|ikuti|подчиняйся|слушайся|следуй|従え|従って|従う|따르|따라|
    اتبع|أطع`,
  reported: `
    a refuse la|a bloque la|a rejete|ha bloqueado|bloqueo la|bloqueo el|hat * blockiert|hat den|заблокировал|отклонил|
    сработало на|o agente pediu|ha rifiutato|ha bloccato|fue bloquead*|fueron bloquead*|bloqueado porque|a ete bloque*|
    wurde blockiert|wurde abgelehnt|blockiert|foi bloquead*|e stato bloccato|diblokir karena|был заблокирован*|была заблокирован*|
    заблокировано|запрещено|прежде чем|ブロックされました|拒否されました|禁止されて|禁止されています|차단되었|금지되|تم حظر`,
  meta: `
    inyeccion de prompt|injection de prompt|prompt injection|プロンプトインジェクション|프롬프트 인젝션|инъекция промпта`,
  careful: `
    しないこと|しないでください|してはいけ|してはならない|を禁止|必ず承認|承認を得|하지 않습니다|하지 마십시오|하면 안|금지|
    확인 후에|승인을 받|antes de borrar|pedir confirmacion|no debe|ne doit pas|doit demander|demander l accord|darf keine|
    darf nicht|muss fragen|nao deve|non deve|не должен|должен спросить|нельзя|без разрешения пользователя запрещено|nunca subas|
    ne jamais|niemals|nunca`,
};
