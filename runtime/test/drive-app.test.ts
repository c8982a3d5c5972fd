import { type Realm, START, type Step, startRealm } from './harness/realm';

/** The browser has a class of this name. */
declare const MimeType: GoogleAppsScript.Base.MimeType;

const FOLDER = 'application/vnd.google-apps.folder';
const AUTH = 'https://www.googleapis.com/auth';

let realm: Realm;
afterEach(() => realm.close());

/**
 * Sources: developers.google.com/apps-script/reference/drive (drive-app, file, folder, file-iterator), and test/testdrive.js
 * of github.com/brucemcpherson/gas-fakes, whose assertions hold on Google.
 */
describe('DriveApp', () => {
  beforeEach(() => {
    realm = startRealm({ scopes: ['drive', 'spreadsheets'] });
  });

  const FACTS: [fact: string, snippet: () => unknown, answer: unknown][] = [
    [
      'is called Drive, and folders by their names',
      () => [
        String(DriveApp),
        String(DriveApp.getRootFolder()),
        String(DriveApp.createFolder('letters')),
        String(DriveApp.createFile('a.txt', '')),
      ],
      ['Drive', 'My Drive', 'letters', 'a.txt'],
    ],
    [
      'moving the files of a folder while they are visited leaves none out',
      () => {
        const [from, to] = [DriveApp.createFolder('from'), DriveApp.createFolder('to')];
        for (let count = 0; count < 150; count++) from.createFile(`${count}.txt`, '');
        let visited = 0;
        for (const files = from.getFiles(); files.hasNext(); visited++) files.next().moveTo(to);
        return visited;
      },
      150,
    ],
    [
      'creates a file from whatever has a blob',
      () => {
        const file = DriveApp.createFile(HtmlService.createHtmlOutput('<b>b</b>'));
        return DriveApp.createFile(file).getBlob().getDataAsString();
      },
      '<b>b</b>',
    ],
    [
      'finds a folder as a file too',
      () => DriveApp.getFileById(DriveApp.createFolder('a').getId()).getMimeType(),
      FOLDER,
    ],
    [
      'a new file has no description, no star and no viewers, and is private',
      () => {
        const file = DriveApp.createFile('a', '');
        return [
          file.getDescription(),
          file.isStarred(),
          file.isTrashed(),
          file.isShareableByEditors(),
          file.getOwner().getEmail(),
          file.getViewers(),
          file.getResourceKey(),
          String(file.getSharingAccess()),
          String(file.getSharingPermission()),
          file.getSharingAccess() === DriveApp.Access.PRIVATE,
          String(file.getAccess('owner@example.com')),
          String(file.getAccess('other@example.com')),
        ];
      },
      [
        ...[null, false, false, true, 'owner@example.com', [], null],
        ...['PRIVATE', 'NONE', true, 'OWNER', 'NONE'],
      ],
    ],
    [
      'the setters of a file answer it and are seen through every reference',
      () => {
        const file = DriveApp.createFile('a.txt', 'a', 'text/csv');
        file
          .setName('b')
          .setDescription('why')
          .setStarred(true)
          .setShareableByEditors(false)
          .setContent('bb');
        const again = DriveApp.getFileById(file.getId()).setTrashed(true);
        return [
          ...[again.getName(), again.getDescription(), again.isStarred(), again.isShareableByEditors()],
          ...[again.isTrashed(), again.getSize(), again.getBlob().getDataAsString(), again.getMimeType()],
        ];
      },
      ['b', 'why', true, false, true, 2, 'bb', 'text/csv'],
    ],
    [
      'My Drive has no parents, what is made in it has it, and what is moved has the other folder alone',
      () => {
        const folder = DriveApp.createFolder('folder');
        const file = DriveApp.createFile('a', '');
        const before = file.getParents().next().getName();
        const parents = file.moveTo(folder).getParents();
        const after = parents.next().getName();
        return [
          DriveApp.getRootFolder().getParents().hasNext(),
          before,
          after,
          parents.hasNext(),
          folder.getSize(),
        ];
      },
      [false, 'My Drive', 'folder', false, 0],
    ],
    [
      'a shortcut has the name of its target and leads to it',
      () => {
        const file = DriveApp.createFile('a.txt', '');
        const shortcut = DriveApp.getRootFolder().createShortcut(file.getId());
        const targets = shortcut.getTargetId() === file.getId() && file.getTargetId() === null;
        return [
          shortcut.getName(),
          shortcut.getMimeType() === MimeType.SHORTCUT,
          targets,
          shortcut.getTargetMimeType(),
        ];
      },
      ['a.txt', true, true, 'text/plain'],
    ],
  ];

  test('files and folders are named, made, set, moved and linked', async () => {
    const told = await realm.runAll(...FACTS.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [FACTS[at]?.[0], answer])).toEqual(
      FACTS.map(([fact, , answer]) => [fact, answer]),
    );
  });

  test('creates a file from a name and a text, with or without a type, or from a blob, which must have a name', async () => {
    const fromText = () => {
      const file = DriveApp.createFile('note.txt', 'grün');
      const page = DriveApp.createFile('page', '<p>', MimeType.HTML);
      return [file.getId(), file.getName(), file.getMimeType(), file.getSize(), page.getMimeType()];
    };
    const fromBlob = () => {
      const file = DriveApp.createFile(Utilities.newBlob([0, -1, 13], 'image/png', 'a.png'));
      const blob = file.getBlob();
      return [file.getName(), blob.getName(), blob.getContentType(), blob.getBytes()];
    };
    const [ofText, ofBlob, refused] = await realm.runAll(
      [fromText],
      [fromBlob],
      [() => DriveApp.createFile(Utilities.newBlob('x'))],
    );
    const [id, ...rest] = ofText as unknown[];
    expect(rest).toEqual(['note.txt', 'text/plain', 5, 'text/html']);
    expect(Buffer.from(realm.google.fileContent(String(id))).toString()).toBe('grün');
    expect(ofBlob).toEqual(['a.png', 'a.png', 'image/png', [0, -1, 13]]);
    expect(refused).toBe('Exception: Blob object must have non-null name for this operation.');
  });

  // The words: several public scripts that met them.
  const REFUSED: [string, () => unknown, string][] = [
    ['a name of null', () => DriveApp.createFile(null as never, ''), 'Invalid argument: name'],
    [
      'a document of Google',
      () => DriveApp.createFile('a', '', MimeType.GOOGLE_SHEETS),
      'Invalid argument: file.contentType',
    ],
    ['an id of null', () => DriveApp.getFileById(null as never), 'Invalid argument: id'],
    ['no id', () => DriveApp.getFolderById(undefined as never), 'Invalid argument: id'],
    [
      'an id that nothing can have',
      () => DriveApp.getFolderById('asd454'),
      'Unexpected error while getting the method or property getFolderById on object DriveApp.',
    ],
    [
      'an id that nothing has',
      () => DriveApp.getFileById('1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
      'No item with the given ID could be found. Possibly because you have not edited this item or you do not have permission to access it.',
    ],
    [
      'a file where a folder is wanted',
      () => DriveApp.getFolderById(DriveApp.createFile('a', '').getId()),
      'No item with the given ID could be found. Possibly because you have not edited this item or you do not have permission to access it.',
    ],
    ['a wrong query', () => DriveApp.searchFiles('name contains "a"'), 'Invalid argument: q'],
    [
      'the end of an iterator',
      () => DriveApp.getFilesByName('nothing').next(),
      'Cannot retrieve the next object: iterator has reached the end.',
    ],
    ['a change of My Drive', () => DriveApp.getRootFolder().setStarred(true), 'Access denied: DriveApp.'],
    ['a token of nobody', () => DriveApp.continueFileIterator('x'), 'Invalid argument: continuationToken'],
  ];

  test('refuses what Google refuses, in its words', async () => {
    const told = await realm.runAll(...REFUSED.map(([, snippet]): Step => [snippet]));
    expect(told.map((error, at) => [REFUSED[at]?.[0], error])).toEqual(
      REFUSED.map(([what, , message]) => [what, `Exception: ${message}`]),
    );
  });

  test('dates are dates, and a change moves the last one', async () => {
    const [created, updated, isDate] = await realm.run(() => {
      const file = DriveApp.createFile('a', '');
      Utilities.sleep(60_000);
      file.setName('b');
      const date: unknown = file.getDateCreated();
      return [file.getDateCreated().getTime(), file.getLastUpdated().getTime(), date instanceof Date];
    });
    expect(isDate).toBe(true);
    expect(Number(created)).toBeGreaterThanOrEqual(START);
    expect(Number(updated) - Number(created)).toBeGreaterThanOrEqual(60_000);
  });

  test('addresses lead to where a person opens or downloads it', async () => {
    const [file, folder, fileUrl, downloadUrl, folderUrl] = await realm.run(() => {
      const newFile = DriveApp.createFile('a', '');
      const newFolder = DriveApp.createFolder('b');
      const addresses = [newFile.getUrl(), newFile.getDownloadUrl(), newFolder.getUrl()];
      return [newFile.getId(), newFolder.getId(), ...addresses];
    });
    expect([fileUrl, downloadUrl, folderUrl]).toEqual([
      `https://drive.google.com/file/d/${file}/view?usp=drivesdk`,
      `https://drive.google.com/uc?id=${file}&export=download`,
      `https://drive.google.com/drive/folders/${folder}`,
    ]);
  });

  test('a copy by a name, a folder, both or nothing has the content and the type', async () => {
    const facts = await realm.run(() => {
      const file = DriveApp.createFile('a.txt', 'text', 'text/csv');
      const folder = DriveApp.createFolder('folder');
      const copies = [file.makeCopy(), file.makeCopy('b'), file.makeCopy(folder), file.makeCopy('b', folder)];
      return copies.map((made) => {
        const other = made.getId() !== file.getId();
        const content = made.getBlob().getDataAsString();
        return [made.getName(), made.getParents().next().getName(), content, made.getMimeType(), other];
      });
    });
    const places = [
      ['a.txt', 'My Drive'],
      ['b', 'My Drive'],
      ['a.txt', 'folder'],
      ['b', 'folder'],
    ];
    expect(facts).toEqual(places.map((place) => [...place, 'text', 'text/csv', true]));
  });

  test('iterators visit files or folders: of all Drive, of one folder, by name, by type', async () => {
    const found = await realm.run(() => {
      const folder = DriveApp.createFolder('folder');
      folder.createFolder('inner');
      folder.createFile('b', 'b', 'text/csv');
      DriveApp.createFile('a', '');
      const names = (
        iterator: GoogleAppsScript.Drive.FileIterator | GoogleAppsScript.Drive.FolderIterator,
      ) => {
        const all: string[] = [];
        while (iterator.hasNext()) all.push(iterator.next().getName());
        return all.sort();
      };
      return [
        names(DriveApp.getFiles()),
        names(DriveApp.getFolders()),
        names(DriveApp.getRootFolder().getFiles()),
        names(folder.getFiles()),
        names(folder.getFolders()),
        names(DriveApp.getFilesByName('b')),
        names(DriveApp.getRootFolder().getFilesByName('b')),
        names(DriveApp.getFilesByType(MimeType.CSV)),
        names(DriveApp.getFoldersByName('inner')),
      ];
    });
    const sheet = 'Untitled spreadsheet';
    expect(found).toEqual([
      [sheet, 'a', 'b'],
      ['folder', 'inner'],
      [sheet, 'a'],
      ['b'],
      ['inner'],
      ['b'],
      [],
      ['b'],
      ['inner'],
    ]);
  });

  // "getFilesByName also returns trashed files": several public scripts that look at isTrashed() for that.
  test('iterators visit the trash too, and getTrashedFiles nothing else', async () => {
    const found = await realm.run(() => {
      const folder = DriveApp.createFolder('folder');
      folder.createFile('inside', '');
      DriveApp.createFile('outside', '');
      folder.setTrashed(true);
      const trashed = DriveApp.getTrashedFiles();
      return [
        DriveApp.getFilesByName('inside').next().isTrashed(),
        trashed.next().getName(),
        trashed.hasNext(),
        DriveApp.getTrashedFolders().next().getName(),
      ];
    });
    expect(found).toEqual([true, 'inside', false, 'folder']);
  });

  // Version 2 of the search terms: developers.google.com/drive/api/v2/ref-search-terms
  const SEARCHED: [string, string[]][] = [
    ["title contains 'untitled'", ['Untitled spreadsheet', 'untitled list']],
    ['title = "it\'s"', ["it's"]],
    ["title = 'it\\'s'", ["it's"]],
    ["mimeType = 'text/csv' and not title contains 'unt'", []],
    ["mimeType contains 'text/' or starred = true", ["it's", 'untitled list']],
    ['modifiedDate > "2013-02-28" and title contains "it"', ["it's"]],
    ['modifiedDate < "2013-02-28"', []],
    ['trashed = true', []],
    ['"root" in parents and title != "it\'s"', ['Untitled spreadsheet', 'untitled list']],
    ['"me" in owners and mimeType="application/vnd.google-apps.spreadsheet"', ['Untitled spreadsheet']],
    ['sharedWithMe', []],
  ];

  test('searchFiles finds by the terms of a query, and refuses by its name what only Google can search', async () => {
    const make = () => {
      DriveApp.createFile("it's", 'x');
      DriveApp.createFile('untitled list', 'x', 'text/csv');
    };
    const search = (query: string) => {
      const iterator = DriveApp.searchFiles(query);
      const all: string[] = [];
      while (iterator.hasNext()) all.push(iterator.next().getName());
      return all.sort();
    };
    const queries = SEARCHED.map(([query]): Step => [search, query]);
    const [, refused, ...found] = await realm.runAll([make], [search, 'fullText contains "a"'], ...queries);
    expect(refused).toContain('The search term fullText exists on Google, and is not emulated here.');
    expect(found.map((names, at) => [SEARCHED[at]?.[0], names])).toEqual(SEARCHED);
  });

  test('a token continues an iterator in a later execution, across pages', async () => {
    const [token, first] = await realm.run(() => {
      const folder = DriveApp.createFolder('many');
      for (let index = 0; index < 150; index++) folder.createFile(`f${index}`, '');
      const files = folder.getFiles();
      const names: string[] = [];
      for (let index = 0; index < 99; index++) names.push(files.next().getName());
      return [files.getContinuationToken(), names] as const;
    });
    const rest = await realm.run((continued) => {
      const files = DriveApp.continueFileIterator(continued);
      const names: string[] = [];
      while (files.hasNext()) names.push(files.next().getName());
      return names;
    }, token);
    expect(rest).toHaveLength(51);
    expect(new Set([...first, ...rest]).size).toBe(150);
  });

  test('calls cost as much as those of the advanced service', async () => {
    const { calls } = await realm.execute(() => DriveApp.createFile('a', 'x'.repeat(1_000_000)));
    expect(calls.map(({ method }) => method)).toEqual(['driveApp.create']);
    expect(calls[0]?.ms).toBeCloseTo(1000, -1);
  });

  test('what is not emulated throws by its name', async () => {
    const told = await realm.runAll(
      [() => DriveApp.createFile('a', '').addEditor('b@example.com')],
      [() => DriveApp.createFile('a', '').getAs('application/pdf')],
    );
    expect(told).toEqual([
      expect.stringMatching(/addEditor .*not emulated/),
      expect.stringMatching(/not emulated/),
    ]);
  });
});

describe('DriveApp and spreadsheets', () => {
  beforeEach(() => {
    realm = startRealm({ scopes: ['drive', 'spreadsheets'] });
  });

  const OF_SHEETS: [fact: string, snippet: () => unknown, answer: unknown][] = [
    [
      'a spreadsheet is a file of Drive',
      () => {
        const sheet = SpreadsheetApp.getActiveSpreadsheet();
        sheet.rename('orders');
        const file = DriveApp.getFileById(sheet.getId());
        const byType = DriveApp.getFilesByType(MimeType.GOOGLE_SHEETS);
        const url =
          file.getUrl() === `https://docs.google.com/spreadsheets/d/${sheet.getId()}/edit?usp=drivesdk`;
        return [
          file.getName(),
          byType.next().getId() === sheet.getId(),
          url,
          file.getParents().next().getName(),
        ];
      },
      ['orders', true, true, 'My Drive'],
    ],
    [
      'its name is one and the same on both sides, and it goes into folders and the trash',
      () => {
        const sheet = SpreadsheetApp.getActiveSpreadsheet();
        const folder = DriveApp.createFolder('folder');
        const file = DriveApp.getFileById(sheet.getId()).setName('orders').moveTo(folder).setTrashed(true);
        return [sheet.getName(), file.getName(), folder.getFiles().next().getName(), file.isTrashed()];
      },
      ['orders', 'orders', 'orders', true],
    ],
    [
      'a copy has its sheets, its cells and its rules, and is a spreadsheet of its own',
      () => {
        const source = SpreadsheetApp.create('orders', 5, 3);
        const sheet = source.getSheets()[0] as GoogleAppsScript.Spreadsheet.Sheet;
        sheet
          .setName('list')
          .getRange('A1:B1')
          .setValues([['a', '=1+1']]);
        source.setNamedRange('total', sheet.getRange('B1'));
        SpreadsheetApp.flush();
        const folder = DriveApp.createFolder('folder');
        const file = DriveApp.getFileById(source.getId()).makeCopy('copy', folder);
        sheet.getRange('A1').setValue('b');
        const copy = SpreadsheetApp.openById(file.getId());
        const list = copy.getSheetByName('list') as GoogleAppsScript.Spreadsheet.Sheet;
        const total = copy.getRangeByName('total') as GoogleAppsScript.Spreadsheet.Range;
        const isOwn = total.getSheet().getParent().getId() === file.getId();
        const parents = file.getParents();
        return [
          ...[copy.getName(), file.getName(), parents.next().getName(), parents.hasNext()],
          ...[list.getRange('A1:B1').getFormulas(), list.getRange('A1').getValue(), list.getMaxRows(), isOwn],
          source.getName(),
        ];
      },
      ['copy', 'copy', 'folder', false, [['', '=1+1']], 'a', 5, true, 'orders'],
    ],
    [
      'the advanced service finds it with the same scope',
      () => {
        const { Files } = Drive as unknown as { Files: { get(id: string): { name: string } } };
        return Files.get(SpreadsheetApp.create('orders').getId()).name;
      },
      'orders',
    ],
  ];

  test('a spreadsheet is named, copied, moved and found as a file', async () => {
    const told = await realm.runAll(...OF_SHEETS.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [OF_SHEETS[at]?.[0], answer])).toEqual(
      OF_SHEETS.map(([fact, , answer]) => [fact, answer]),
    );
  });

  test('its last update is that of its cells', async () => {
    const [before, after] = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSpreadsheet();
      const file = DriveApp.getFileById(sheet.getId());
      const first = file.getLastUpdated().getTime();
      Utilities.sleep(60_000);
      sheet.getRange('A1').setValue('a');
      SpreadsheetApp.flush();
      return [first, file.getLastUpdated().getTime()];
    });
    expect(Number(after) - Number(before)).toBeGreaterThanOrEqual(60_000);
  });

  const OF_FILES: [string, (id: string) => unknown][] = [
    ['getBlob', (id) => DriveApp.getFileById(id).getBlob()],
    ['getSize', (id) => DriveApp.getFileById(id).getSize()],
    ['setContent', (id) => DriveApp.getFileById(id).setContent('')],
    ['getDownloadUrl', (id) => DriveApp.getFileById(id).getDownloadUrl()],
  ];

  test('what a spreadsheet does not have is refused by its name', async () => {
    const told = await realm.runAll(...OF_FILES.map(([, snippet]): Step => [snippet, 'sheet-test']));
    expect(told).toEqual(
      OF_FILES.map(([method]) =>
        expect.stringMatching(new RegExp(`DriveApp\\.File\\.${method} of .* is not emulated here`)),
      ),
    );
  });
});

/** The words: public reports, such as "Specified permissions are not sufficient to call DriveApp.getRootFolder." */
describe('The permissions of DriveApp', () => {
  const refusal = (method: string, required: string) =>
    `Exception: Specified permissions are not sufficient to call DriveApp.${method}. Required permissions: ${required}`;

  test('drive.file is not enough to create, nor to read', async () => {
    realm = startRealm({ scopes: ['drive.file'] });
    const told = await realm.runAll([() => DriveApp.createFolder('a')], [() => DriveApp.getRootFolder()]);
    expect(told).toEqual([
      refusal('createFolder', `${AUTH}/drive`),
      refusal('getRootFolder', `(${AUTH}/drive.readonly || ${AUTH}/drive)`),
    ]);
  });

  test('drive.readonly reads, and does not write', async () => {
    realm = startRealm({ scopes: ['drive.readonly'] });
    const told = await realm.runAll(
      [() => DriveApp.getRootFolder().getName()],
      [() => DriveApp.getRootFolder().createFile('a', '')],
    );
    expect(told).toEqual(['My Drive', refusal('Folder.createFile', `${AUTH}/drive`)]);
  });
});

// Source: developers.google.com/apps-script/reference/base/mime-type; test/testmimetype.js of gas-fakes.
test('MimeType has texts', async () => {
  realm = startRealm();
  const types = await realm.run(() => [MimeType.PLAIN_TEXT, MimeType.JAVASCRIPT, MimeType.GOOGLE_DOCS]);
  expect(types).toEqual(['text/plain', 'application/javascript', 'application/vnd.google-apps.document']);
});
