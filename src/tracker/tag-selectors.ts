const TAG = /^(\*|[a-z][a-z0-9]*)$/;

/**
 * Stands in the place of selderee, which finds html-to-text the rule of an element (build.mjs): every rule here is
 * for a tag or for `*`, and the language of all selectors would be a tenth of the bundle.
 */
export class DecisionTree<T> {
  private readonly rules: Map<string, T>;

  constructor(rules: readonly (readonly [selector: string, rule: T])[]) {
    for (const [selector] of rules) if (!TAG.test(selector)) throw new Error(`"${selector}" is not a tag.`);
    this.rules = new Map(rules);
  }

  build(): this {
    return this;
  }

  /** The rule of the tag, else that of any tag; null where there is neither. */
  pick1({ name }: { name: string }): T | null {
    return this.rules.get(name) ?? this.rules.get('*') ?? null;
  }
}
