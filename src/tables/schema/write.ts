declare const opaque: unique symbol;

/** One of several writes, to be made by `writeAll`. Only the engine that it is for can look into it. */
export interface Write {
  readonly [opaque]?: true;
}
