/** A style sheet as text, which esbuild puts into the bundle. */
declare module '*.css' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: an import of a text has that name
  export default text;
}
