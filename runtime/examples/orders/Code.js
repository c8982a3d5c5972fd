function onOpen() {
  SpreadsheetApp.getUi().createMenu('Orders').addItem('Set up', 'setUp').addToUi();
}

function setUp() {
  const sheet = SpreadsheetApp.getActive().insertSheet('Orders');
  sheet
    .getRange('A1:C1')
    .setValues([['Placed', 'Item', 'Quantity']])
    .setFontWeight('bold');
  sheet.getRange('E1:F1').setValues([['Total', '=SUM(C2:C)']]);
}

function addOrder(item, quantity) {
  SpreadsheetApp.getActive().getSheetByName('Orders').appendRow([new Date(), item, quantity]);
}

function countItems() {
  return SpreadsheetApp.getActive().getSheetByName('Orders').getRange('F1').getValue();
}

function doPost({ postData }) {
  const { item, quantity } = JSON.parse(postData.contents);
  addOrder(item, quantity);
  const answer = JSON.stringify({ total: countItems() });
  return ContentService.createTextOutput(answer).setMimeType(ContentService.MimeType.JSON);
}
