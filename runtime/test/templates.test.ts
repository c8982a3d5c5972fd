import { type Realm, type Step, startRealm } from './harness/realm';

// Source: developers.google.com/apps-script/guides/html/templates
describe('a template', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  const print = (html: string, value: string | number) => {
    const template = HtmlService.createTemplate(html);
    template.value = value;
    return template.evaluate().getContent();
  };

  test('has the code that the guide shows', async () => {
    const html = `<!DOCTYPE html>
<html>
  <head>
    <base target="_top">
  </head>
  <body>
    <?= 'My favorite Google products:' ?>
    <? var data = ['Gmail', 'Docs', 'Android'];
      for (var i = 0; i < data.length; i++) { ?>
        <b><?= data[i] ?></b>
    <? } ?>
  </body>
</html>`;
    const code = await realm.run((text: string) => HtmlService.createTemplate(text).getCode(), html);
    expect(
      code,
    ).toBe(String.raw`(function() { var output = HtmlService.initTemplate(); output._ =  '<!DOCTYPE html>\n';
  output._ =  '<html>\n' +
    '  <head>\n' +
    '    <base target=\"_top\">\n' +
    '  </head>\n' +
    '  <body>\n' +
    '    '; output._$ =  'My favorite Google products:' ;
  output._ =  '    ';  var data = ['Gmail', 'Docs', 'Android'];
        for (var i = 0; i < data.length; i++) { ;
  output._ =  '        <b>'; output._$ =  data[i] ; output._ =  '</b>\n';
  output._ =  '    ';  } ;
  output._ =  '  </body>\n';
  output._ =  '</html>';
  /* End of user code */
  return output.$out.append('');
})();`);
    const evaluated = await realm.run((text: string) => new Function(`return ${text}`)().getContent(), code);
    expect(evaluated).toContain('<b>Gmail</b>\n');
  });

  // In scripts: hacknote.jp/archives/10844, where a number came as a text.
  const PRINTED: [string, string | number, string][] = [
    ['<p><?= value ?></p>', `<b>"'&`, '<p>&lt;b&gt;&#34;&#39;&amp;</p>'],
    ['<p title="<?= value ?>">', `"><script>`, '<p title="&#34;&gt;&lt;script&gt;">'],
    ['<script>var a = <?= value ?>;</script>', 7, "<script>var a = '7';</script>"],
    ['<script>a("<?= value ?>")</script>', `</script>"`, '<script>a("\\x3c\\/script\\x3e\\x22")</script>'],
    [
      "<script>'</p>'; /'/.test(a); f(<?= value ?>)</script>",
      'é\n',
      "<script>'</p>'; /'/.test(a); f('é\\n')</script>",
    ],
    [`<script>\`\${f(<?= value ?>)}\`</script>`, 'a', `<script>\`\${f('a')}\`</script>`],
    ['<b onclick="f(<?= value ?>)">', "it's", '<b onclick="f(&#39;it\\x27s&#39;)">'],
    ['<a href="<?= value ?>">', 'https://a.b/c d?e=ä&f', '<a href="https://a.b/c%20d?e=%C3%A4&amp;f">'],
    ['<a href="/x?q=<?= value ?>">', 'a&b=c d', '<a href="/x?q=a%26b%3Dc%20d">'],
    ['<p style="color: <?= value ?>">', '#fff', '<p style="color: #fff">'],
    ['<title><?= value ?></title><i><?= value ?></i>', '<', '<title>&lt;</title><i>&lt;</i>'],
    ['<!-- a > b --><?!= value ?>', '<hr>', '<!-- a > b --><hr>'],
    ['<? // a comment ?><?= value; 9 ?>', 1, '1'],
    // Java writes a question mark, as facts 7.1 has it of other text that cannot be encoded.
    ['<a href="?q=<?= value ?>">', '\ud800', '<a href="?q=%3F">'],
  ];

  test('prints a value as its place in the page wants it', async () => {
    const printed = await realm.runEach(
      print,
      PRINTED.map(([html, value]): [string, string | number] => [html, value]),
    );
    expect(printed.map((text, at) => [...(PRINTED[at]?.slice(0, 2) ?? []), text])).toEqual(PRINTED);
  });

  const PLACES: [string, string][] = [
    ['<script>`<?= value ?>`</script>', 'a template of a script'],
    ['<script>// <?= value ?></script>', 'a line comment of a script'],
    ['<script>var r = /<?= value ?>/</script>', 'a regular expression of a script'],
    ['<script type="text/x"><?= value ?></script>', 'a script that is no JavaScript'],
    ['<!-- <?= value ?> -->', 'a comment'],
    ['<input <?= value ?>>', 'a tag outside of quotes'],
    ['<p class=<?= value ?>>', 'a tag outside of quotes'],
    ['<a href="<?= value ?>">', 'an address that begins with javascript:'],
    ['<style>a { color: <?= value ?> }</style>', 'a style'],
  ];

  test('throws by the name of the place where a value is not escaped here', async () => {
    const told = await realm.runEach(
      print,
      PLACES.map(([html]): [string, string] => [html, 'javascript:a()']),
    );
    expect(told.map((error, at) => [PLACES[at]?.[0], error])).toEqual(
      PLACES.map(([html, place]) => [
        html,
        expect.stringContaining(`an escaped value in ${place} is not emulated here.`),
      ]),
    );
  });

  const FACTS: [fact: string, snippet: () => unknown, answer: unknown][] = [
    // Source: developers.google.com/apps-script/reference/html/html-output
    [
      'and what a page appends untrusted is escaped by its context too',
      () =>
        ['<b>Hi</b>', '<script>f('].map((html) =>
          HtmlService.createHtmlOutput(html).appendUntrusted('<p>').getContent(),
        ),
      ['<b>Hi</b>&lt;p&gt;', "<script>f('\\x3cp\\x3e'"],
    ],
    // Source: developers.google.com/apps-script/reference/html/html-output#asTemplate()
    [
      'backed by a page has what that holds when it is evaluated',
      () => {
        const page = HtmlService.createHtmlOutput('<b><?= name ?></b>');
        const template = page.asTemplate();
        template.name = '<Ted>';
        const first = template.evaluate();
        page.append('<i><?= name ?></i>');
        return [first, template.evaluate()]
          .map((output) => output.getContent())
          .concat(template.getRawContent());
      },
      ['<b>&lt;Ted&gt;</b>', '<b>&lt;Ted&gt;</b><i>&lt;Ted&gt;</i>', '<b><?= name ?></b><i><?= name ?></i>'],
    ],
    // Source: developers.google.com/apps-script/reference/html/html-output-meta-tag
    [
      'makes a page whose meta tags are objects with two methods',
      () => {
        const output = HtmlService.createTemplate('').evaluate().addMetaTag('viewport', 'width=device-width');
        return output.getMetaTags().map((tag) => [String(tag), tag.getName(), tag.getContent()]);
      },
      [['HtmlOutputMetaTag', 'viewport', 'width=device-width']],
    ],
    [
      'its code sees every variable of the script',
      () => {
        Object.assign(globalThis, { values: [1, 2] });
        return HtmlService.createTemplate('<?= values.length ?>').evaluate().getContent();
      },
      '2',
    ],
  ];

  test('makes a page of its parts', async () => {
    const told = await realm.runAll(...FACTS.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [FACTS[at]?.[0], answer])).toEqual(
      FACTS.map(([fact, , answer]) => [fact, answer]),
    );
  });

  // Source: developers.google.com/apps-script/reference/html/html-template
  test('whose code with comments has each line of the template, and evaluates to the same', async () => {
    const html =
      '<ul>\n<? for (var i = 0; i < 2; i++) { // twice\n  ?>\n  <li><?= i ?></li>\n<? } ?>\n\n</ul>';
    const [code, content] = await realm.run((text: string) => {
      const commented = HtmlService.createTemplate(text).getCodeWithComments();
      return [commented, new Function(`return ${commented}`)().getContent() as string];
    }, html);
    const comments = code?.split('\n').filter((line) => /^ *\/\/ /.test(line));
    expect(comments?.map((line) => line.replace(/^ *\/\/ /, ''))).toEqual(html.split('\n'));
    expect(content).toBe('<ul>\n  <li>0</li>\n  <li>1</li>\n\n</ul>');
  });
});
