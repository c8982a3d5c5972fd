export interface HtmlCalls {
  /** The text of `<name>.html` in the script's project; null where there is none. */
  'html.file'(name: string): string | null;
  /** The client's name for itself in a web app; elsewhere null. */
  'html.userAgent'(): string | null;
}
