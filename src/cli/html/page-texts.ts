import type { Texts } from "../texts/texts.js";
import { enPage, type PageTexts } from "./page-texts-en.js";
import { zhPage } from "./page-texts-zh.js";

/** The command's texts with those of the page, which load with the page alone. */
export interface PageCatalogue extends Texts {
  readonly page: PageTexts;
}

export function withPageTexts(texts: Texts): PageCatalogue {
  return { ...texts, page: texts.language === "zh" ? zhPage : enPage };
}
