import { type Realm, startRealm } from './harness/realm';

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
