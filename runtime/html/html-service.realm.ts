import { emulated } from '../realm/emulated';
import { caller, exception } from '../realm/host';
import { isBlobSource } from '../utilities/blob.realm';
import type { HtmlCalls } from './calls';
import { htmlOutputOf } from './html-output.realm';
import { initTemplate, templateOf } from './template.realm';

const call = caller<HtmlCalls>();

type Official = GoogleAppsScript.HTML.HtmlService;
type Source = string | GoogleAppsScript.Base.BlobSource;

export const htmlService = emulated<Official>('HTML.HtmlService', {
  createHtmlOutput: (source?: Source) => htmlOutputOf(toText(source ?? ''), templateOf),
  createHtmlOutputFromFile: (name: string) => htmlOutputOf(read(name), templateOf),
  createTemplate(source: Source) {
    const html = toText(source);
    return templateOf(() => html);
  },
  createTemplateFromFile(name: string) {
    const html = read(name);
    return templateOf(() => html);
  },
  getUserAgent: () => call('html.userAgent') as string,
  // This function has no documentation: the code that templates are turned into begins with it.
  ...{ initTemplate },
} satisfies Partial<Official>);

function toText(source: Source): string {
  return isBlobSource(source) ? source.getBlob().getDataAsString() : String(source);
}

function read(name: string): string {
  const html = call('html.file', String(name));
  if (html === null) throw exception(`No HTML file named ${name} was found.`);
  return html;
}
