export interface HtmlCalls {
  /** The text of `<name>.html` in the script's project; null where there is none. */
  'html.file'(name: string): string | null;
}
