import type { Threat } from "./threat.js";

/**
 * Commands that run what they fetch, and texts that read credentials or send data away. Destructive commands alone
 * (`rm -rf /`) are no sign: they are what a guard's keywords are made of.
 */
const SHELL = String.raw`(?:sudo (?:-\S{1,20} )?)?(?:env )?(?:\/usr)?(?:\/bin\/)?(?:(?:ba|z|da|k|fi|c|tc|a)?sh|python\d?(?:\.\d+)?|perl|ruby|node|php|iex|invoke-expression|pwsh|powershell|deno|bun)(?![\w.-]\w)`;
const FETCH = String.raw`(?<![\w-])(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|lwp-download|aria2c)(?![\w-]|\.)`;

const REMOTE: readonly string[] = [
  String.raw`${FETCH}[^\n|]{0,200}\| ?${SHELL}`,
  String.raw`(?:(?:ba|z|da|k)?sh|source|eval|python\d?|node|perl|ruby)(?: -\w{1,4})? {0,2}["'(]{0,2}(?:<\(|\$\(|${"`"}) ?${FETCH}`,
  String.raw`(?<![\w.])\. <\( ?${FETCH}`,
  String.raw`(?:base64|openssl|xxd)[^\n|]{0,40} (?:-d|--decode|-r|-D)[^\n|]{0,40}\| ?${SHELL}`,
  String.raw`\/dev\/(?:tcp|udp)\/`,
  String.raw`(?<![\w-])(?:nc|ncat|netcat|socat)(?![\w-])[^\n|;]{0,60} (?:-[a-z]{0,4}[ec]|exec:)[^\n|;]{0,20}sh(?!\w)`,
  String.raw`downloadstring\(|frombase64string\(|(?<!\w)-enc(?:odedcommand)? [a-z0-9+\/=]{16}|\| ?iex(?!\w)|(?<!\w)iex ?\(`,
  String.raw`(?<!\w)(?:exec|eval)\([^\n]{0,60}(?:urlopen|requests\.get|b64decode|urllib|atob\(|fetch\(|uri\.open|buffer\.from|open\(["']http)`,
  String.raw`(?:os\.system|subprocess\.\w{2,12}|child_process|execsync|shell_exec|popen)\([^\n]{0,60}(?:${FETCH}|base64)`,
  String.raw`${FETCH}[^\n]{0,200}(?:&&|;) ?(?:chmod (?:\+x|[0-7]{3})|${SHELL} [\/.~])`,
  String.raw`${FETCH}[^\n]{0,80}http(?:s?:\/\/\d{1,3}\.\d{1,3}\.|:\/\/)[^\n]{0,120}(?:&&|;) ?${SHELL} \S`,
  String.raw`${FETCH}[^\n|]{0,80}(?:交给|丢给|喂给|传给|into|to) ?(?:an? |the )?(?:root )?(?:bash|shell|sh|python)(?!\w)`,
  // Packages from a bare address, shells that are handed out, programs that keep another's rights, jobs that fetch.
  String.raw`(?:npm|pnpm|yarn|pip3?|gem|cargo|go|uv pip) (?:i|install|add|get)(?!\w)[^\n]{0,60}(?:http:\/\/|https?:\/\/\d{1,3}\.\d{1,3}\.)`,
  String.raw`(?<!\w)ssh [^\n]{0,40}-\w{0,4}R ?\d{2,5}:|(?:openssl s_client|(?<!\w)nc |ncat |telnet )[^\n|]{0,80}\| ?${SHELL}|prompt_command ?=[^\n]{0,40}${FETCH}|core\.hookspath[^\n]{0,60}(?:&&|;)`,
  String.raw`pty\.spawn\(|os\.dup2\(|(?<!\w)exec\(["']\/bin\/(?:ba)?sh|mkfifo[^\n]{0,80}\/(?:ba)?sh(?!\w)|\/(?:ba)?sh -i(?!\w)`,
  String.raw`chmod (?:-\w{1,4} )?(?:[2467][0-7]{3}|[ug]{0,2}\+s)(?!\w)|(?:useradd|adduser)[^\n]{0,60}(?:-o(?!\w)|-u 0(?!\d))|\| ?(?:sudo )?chpasswd`,
  String.raw`(?:\*\/?\d{0,2} ){3,5}[^\n]{0,40}(?:${FETCH}|\/tmp\/|\/dev\/shm|base64|(?<!\w)nc )`,
  String.raw`(?:${FETCH}|base64 -d)[^\n]{0,120}>> ?["']?[^\n ]{0,20}(?:\.bashrc|\.zshrc|\.\w{0,5}profile|rc\.local|crontab)`,
];

const FILES = String.raw`(?:\.ssh(?:\/(?!config|known_hosts|authorized_keys)|(?![\w\/]))|id_(?:rsa|ed25519|ecdsa|dsa)(?!\.pub)|\.aws\/credentials|\.netrc|\.npmrc|\.pypirc|\.kube\/config|\.docker\/config|\.gnupg|\.git-credentials|\/etc\/(?:passwd|shadow)|\/proc\/\w{1,8}\/environ|(?<![\w.])\.env(?![\w.-])|secrets?\.(?:json|ya?ml|env|txt|toml)|credentials\.(?:json|csv|txt)|document\.cookie|localstorage|os\.environ|process\.env|keychain|wallet\.dat)`;
const DATA = String.raw`(?:${FILES}|(?:all |the |every )?environment(?: variables?|(?= to))|env vars?|private keys?|api[ _-]?keys?|secrets|credentials|(?:access |auth |session )?tokens?(?!i)|passwords?|cookies|customer (?:list|data|records)|chat history|conversation|(?:user|every|all|each) (?:user )?(?:messages?|prompts?|repl(?:y|ies))|(?:whole|entire|full|complete|all of the) (?:\w{1,12} )?(?:repository|repo|workspace|codebase|project|database|source code|home (?:folder|directory))|source code|database dump|(?:all|every|any) (?:\w{1,12} )?(?:e-?mails?|data|outputs?|files|documents|records|logs|traffic))`;
const AWAY = String.raw`(?:(?:https?|ftps?|wss?|s3|gs):\/\/|webhook|pastebin|(?<!\w)gist(?!\w)|ngrok|requestbin|[\w.+-]{1,40}@[\w-]{1,40}\.\w|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|external (?:server|address|host|site)|remote (?:server|host) |attacker|third part)`;
const SEND = String.raw`\b(?:send|post|upload|forward|transmit|exfiltrate|leak|e-?mail|mail|publish|transfer|share|submit|deliver|push|paste|copy|sync)(?![a-z])`;
const READ = String.raw`(?<![\w-])(?:read|cat|print|show|output|dump|paste|include|get|grab|collect|list|reveal|echo|head|tail|less|type|steal|open|xxd|base64|encode|exfiltrate|append|attach|读取|查看|打印|输出|获取|收集|导出|窃取|列出|显示|读)(?![a-z])`;

const AWAY_OR_READ: readonly string[] = [
  String.raw`${SEND}[^\n]{0,50}?${DATA}[^\n]{0,60}?${AWAY}`,
  String.raw`${READ}[^\n。>]{0,40}?${FILES}`,
  String.raw`${READ}[^\n。]{0,20}?(?:private key|私钥)[^\n。]{0,60}?(?:paste|include|send|answer|reply|commit|贴|发|写|附|粘)`,
  String.raw`\b(?:print|dump|list|export|output|collect|post|send|upload|echo) (?:\w{1,8} )?(?:all|every) (?:the |of the )?(?:environment variables|env vars|secrets|credentials|passwords|private keys)`,
  String.raw`\b(?:display|reveal|print|output|outputs|dump|leak|expose|list|show|steal)(?: me)? (?:(?:all|your|the|any|every|admin) ){1,3}(?:\w{1,12} )?(?:api keys|credentials|secrets|private keys|passwords|access tokens)(?! (?:page|form|field|input|tab|table|section|list))`,
  String.raw`\b(?:outputs?|prints?|contents? of|dump|reveals?|leaks?) (?:all |the ){1,2}(?:of )?(?:your )?environment variables`,
  String.raw`\| ?(?:mail|mailx|sendmail|mutt) [^\n]{0,40}@`,
  String.raw`${FILES}[^\n]{0,80}(?:\||&&|;|>) ?[^\n]{0,80}(?:${FETCH}|(?<!\w)(?:nc|ncat|scp|rsync|ftp|xargs)(?!\w))`,
  String.raw`(?:${FETCH}|(?<![\w-])(?:scp|rsync|ncat|nc|ftp|aws s3 (?:cp|sync|mv)|gsutil cp|rclone copy|gh gist create)(?![\w-]))[^\n]{0,160}?${FILES}`,
  String.raw`(?<![\w.-])(?:env|printenv|set|export -p|history|declare -p) ?\|[^\n]{0,100}(?:base64|curl|wget|(?<!\w)nc(?!\w)|xxd|openssl|xargs|ncat)`,
  String.raw`\| ?(?:nc|ncat|netcat|telnet) (?:-\w{1,4} )?[\w.-]{3,60} \d{2,5}`,
  String.raw`(?<![\w-])(?:nslookup|dig|host|ping|curl|wget)(?![\w-])[^\n]{0,100}(?:\$\(|${"`"}) ?(?:cat|env|printenv|base64|whoami|hostname|id|head|<)`,
  String.raw`for \w{1,12} in \$\([^\n]{0,100}(?:nslookup|dig|ping|curl)(?!\w)|(?<!\w)(?:nslookup|dig) [^\n]{0,20}\$[^\s.]{1,20}\.\w`,
  String.raw`!\[[^\]\n]{0,100}\]\( ?(?:https?:)?\/\/[^\s)]{0,200}[?&](?:[^\s)=&]{0,30}=[^\n)]{0,100}(?:secret|password|api.?key|private.?key|token_|_token|conversation|prompt|[{<$[]|%7b|私钥|密钥|密码|令牌|对话)|(?:data|payload|leak|exfil|content|dump|msg|message|text)=)`,
  String.raw`\]\( ?(?:https?:)?\/\/[^\s)]{0,200}[?&][^\s)=&]{1,30}=(?:\{|<|\$|\[|%7b)[^\n)]{0,40}(?:token|secret|key|password|session|cookie|env|prompt|conversation|message|context|data)`,
  String.raw`(?:https?|ftp):\/\/[^\s"'<>]{3,200}(?:\+ ?document\.cookie|["'] ?\+ ?(?:document\.cookie|process\.env|localstorage))`,
  String.raw`(?:fetch|requests\.\w{3,6}|axios(?:\.\w{3,6})?|http\.request|urlopen|sendbeacon|xmlhttprequest)\([^\n]{0,120}(?:document\.cookie|localstorage|process\.env|os\.environ|\.ssh|\/etc\/passwd)`,
  String.raw`git remote (?:add|set-url)[^\n]{0,120}(?:&&|;) ?git push|git push (?:--mirror |--all )(?:https?:|git@)`,
  String.raw`\b(?:share|give|tell|send|paste|reveal|hand over)(?: me| us)? (?:your|the user'?s?) (?:\w{1,12} )?(?:api keys?|password|private key|credentials|secrets?|access token|token|seed phrase)`,
  String.raw`${DATA}[^\n]{0,60}?(?:append|add|attach|embed|insert|encode|put)(?:ed|s|ing)? [^\n]{0,30}(?:to|in|into|at) (?:the |a |an |this )?(?:image )?(?:url|link|address|query|image)`,
  // The addresses at which clouds hand out credentials.
  String.raw`169\.254\.169\.254|metadata\.google\.internal|100\.100\.100\.200`,
  String.raw`\b(?:write|add|append|create|put|echo)\b[^\n]{0,60}?ssh-(?:rsa|ed25519|dss) ?a|\b(?:write|append|echo|create)\b(?! your)[^\n]{0,60}?authorized_keys`,
  String.raw`\b(?:use|call|invoke) (?:the |your )?\w{1,20} tool (?:to|and)\b[^\n]{0,60}?(?:${FETCH}|\brun\b|\bexecute\b|\bread\b|\bsend\b|\bwrite\b)`,
  String.raw`\b(?:copy|take|collect|gather|grab|find|get)\b[^\n]{0,12}?\b(?:api keys?|passwords?|credentials|secrets|tokens)\b[^\n]{0,40}?\bsend (?:it|them|these|those)\b`,
  // Chinese, simplified and half-width
  String.raw`(?:环境变量|密钥|私钥|令牌|密码|口令|凭据|凭证|tokens?|\.env|源码|源代码|仓库|对话|聊天|数据库|secrets?|api ?key|用户(?:数据|信息|消息)|客户)[^。\n]{0,16}(?:发送?|传|上传|转发|提交|推送|贴|拼接?|附|写入?|post|send to)[^。\n]{0,14}(?:https?:|ftp:|\d{1,3}(?:\.\d{1,3}){3}|[\w.+-]{1,40}@\w|邮箱|webhook|外部|外网|第三方|服务器|网址|链接|gist|回复|图片)`,
  String.raw`(?:发送|上传|转发|传输?|推送|泄露)[^。\n]{0,10}(?:环境变量|密钥|私钥|令牌|密码|凭据|源码|源代码|对话记录|整个仓库)[^。\n]{0,10}(?:到|至|给)[^。\n]{0,8}(?:https?:|ftp:|外部|邮箱|webhook|第三方)`,
  String.raw`(?:导出|打印|收集|输出|窃取|列出)(?:所有|全部|一切)的?(?:环境变量|密钥|密码|凭据|令牌)`,
  String.raw`(?:收集|窃取|盗取)[^。\n]{0,4}(?:密钥|密码|凭据|令牌|私钥)`,
  String.raw`(?:提供|显示|告诉我|给我|发给我|交出|说出)[^。\n]{0,4}你的?[^。\n]{0,8}(?:密钥|密码|私钥|令牌|凭据|口令|token)`,
];

export const REMOTE_CODE: readonly Threat[] = REMOTE.map((source) => ({
  kind: "runs-remote-code",
  pattern: new RegExp(source, "g"),
}));
export const EXFILTRATION: readonly Threat[] = AWAY_OR_READ.map((source) => ({
  kind: "exfiltrates",
  pattern: new RegExp(source, "g"),
}));
