/** Methods that the reference has (developers.google.com/apps-script/reference) and the published types do not yet. */
export const ADDITIONS = {
  // /utilities/utilities: the content type "can be null"; public scripts leave out the name in the same way.
  'Utilities.Utilities': {
    newBlob: [
      ['data:int[]', 'contentType:text|null'],
      ['data:int[]', 'contentType:text|null', 'name:text|null'],
      ['data:text', 'contentType:text|null'],
      ['data:text', 'contentType:text|null', 'name:text|null'],
    ],
  },
  // A value that is no text becomes one, null too: justin.poehnelt.com/posts/exploring-apps-script-cacheservice-limits
  'Cache.Cache': {
    put: [
      ['key:text', 'value:any'],
      ['key:text', 'value:any', 'expirationInSeconds:int'],
    ],
  },
  // /base/blob
  'Base.Blob': { setName: [['name:text|null']], setContentType: [['contentType:text|null']] },
  // /gmail/gmail-label
  'Gmail.GmailLabel': { getId: [[]] },
  // An attachment is a blob source: /gmail/gmail-app#sendEmail takes them, and public scripts make files of them.
  'Gmail.GmailAttachment': { getBlob: [[]] },
  // /spreadsheet/range: "null values reset the color". That null is no formula is what test/testsheets.js of gas-fakes sets.
  'Spreadsheet.Range': {
    setBackgroundObjects: [['color:(Spreadsheet.Color|null)[][]']],
    setFormula: [['formula:text|null']],
    setFormulas: [['formulas:(text|null)[][]']],
  },
  // /spreadsheet/sheet
  'Spreadsheet.Sheet': {
    getTabColorObject: [[]],
    setTabColorObject: [['color:Spreadsheet.Color|null']],
  },
  // /script/script-app
  'Script.ScriptApp': {
    getAuthorizationInfo: [['authMode:Script.AuthMode', 'oAuthScopes:text[]']],
  },
};

/**
 * Enums that have more values in the reference than in the types, or that only the reference has, with all their values in
 * its order: .../reference/spreadsheet/frequency-type, and so on.
 */
export const ENUMS = {
  'Drive.Permission': words('VIEW EDIT COMMENT OWNER ORGANIZER FILE_ORGANIZER NONE'),
  'Forms.ItemType': words(`
    CHECKBOX CHECKBOX_GRID DATE DATETIME DURATION GRID IMAGE LIST MULTIPLE_CHOICE PAGE_BREAK
    PARAGRAPH_TEXT RATING SCALE SECTION_HEADER TEXT TIME VIDEO FILE_UPLOAD UNSUPPORTED`),
  'Slides.AutofitType': words('UNSUPPORTED NONE TEXT_AUTOFIT SHAPE_AUTOFIT'),
  'Slides.PageElementType': words(`
    UNSUPPORTED SHAPE IMAGE VIDEO TABLE GROUP LINE WORD_ART SHEETS_CHART SPEAKER_SPOTLIGHT`),
  'Spreadsheet.BooleanCriteria': words(`
    CELL_EMPTY CELL_NOT_EMPTY DATE_AFTER DATE_BEFORE DATE_EQUAL_TO DATE_NOT_EQUAL_TO
    DATE_AFTER_RELATIVE DATE_BEFORE_RELATIVE DATE_EQUAL_TO_RELATIVE NUMBER_BETWEEN NUMBER_EQUAL_TO
    NUMBER_GREATER_THAN NUMBER_GREATER_THAN_OR_EQUAL_TO NUMBER_LESS_THAN
    NUMBER_LESS_THAN_OR_EQUAL_TO NUMBER_NOT_BETWEEN NUMBER_NOT_EQUAL_TO TEXT_CONTAINS
    TEXT_DOES_NOT_CONTAIN TEXT_EQUAL_TO TEXT_NOT_EQUAL_TO TEXT_STARTS_WITH TEXT_ENDS_WITH
    CUSTOM_FORMULA`),
  'Spreadsheet.DataExecutionErrorCode': words(`
    DATA_EXECUTION_ERROR_CODE_UNSUPPORTED NONE TIME_OUT TOO_MANY_ROWS TOO_MANY_COLUMNS
    TOO_MANY_CELLS ENGINE PARAMETER_INVALID UNSUPPORTED_DATA_TYPE DUPLICATE_COLUMN_NAMES INTERRUPTED
    OTHER TOO_MANY_CHARS_PER_CELL DATA_NOT_FOUND PERMISSION_DENIED`),
  'Spreadsheet.DataSourceRefreshScope': words('DATA_SOURCE_REFRESH_SCOPE_UNSUPPORTED ALL_DATA_SOURCES'),
  'Spreadsheet.DataSourceType': words('DATA_SOURCE_TYPE_UNSUPPORTED BIGQUERY LOOKER'),
  'Spreadsheet.DataValidationCriteria': words(`
    DATE_AFTER DATE_BEFORE DATE_BETWEEN DATE_EQUAL_TO DATE_IS_VALID_DATE DATE_NOT_BETWEEN
    DATE_ON_OR_AFTER DATE_ON_OR_BEFORE NUMBER_BETWEEN NUMBER_EQUAL_TO NUMBER_GREATER_THAN
    NUMBER_GREATER_THAN_OR_EQUAL_TO NUMBER_LESS_THAN NUMBER_LESS_THAN_OR_EQUAL_TO NUMBER_NOT_BETWEEN
    NUMBER_NOT_EQUAL_TO TEXT_CONTAINS TEXT_DOES_NOT_CONTAIN TEXT_EQUAL_TO TEXT_IS_VALID_EMAIL
    TEXT_IS_VALID_URL VALUE_IN_LIST VALUE_IN_RANGE CUSTOM_FORMULA CHECKBOX DATE_AFTER_RELATIVE
    DATE_BEFORE_RELATIVE DATE_EQUAL_TO_RELATIVE`),
  'Spreadsheet.DateTimeGroupingRuleType': words(`
    UNSUPPORTED SECOND MINUTE HOUR HOUR_MINUTE HOUR_MINUTE_AMPM DAY_OF_WEEK DAY_OF_YEAR DAY_OF_MONTH
    DAY_MONTH MONTH QUARTER YEAR YEAR_MONTH YEAR_QUARTER YEAR_MONTH_DAY`),
  'Spreadsheet.FrequencyType': words('FREQUENCY_TYPE_UNSUPPORTED DAILY WEEKLY MONTHLY'),
  'Spreadsheet.SheetType': words('GRID OBJECT DATASOURCE'),
};

/**
 * Methods that only the reference has, by the page of their class. Nothing here emulates them, and their arguments are not
 * looked at: whoever emulates one moves it to `ADDITIONS`.
 */
export const METHODS = {
  'Calendar.CalendarEventSeries': words('getTransparency setTransparency'),
  'Charts.ChartOptions': words('getOrDefault'),
  'Drive.DriveApp': words('enforceSingleParent'),
  'Forms.Form': words(`
    addPublishedReader addPublishedReaders addRatingItem getPublishedReaders isPublished
    removePublishedReader setPublished supportsAdvancedResponderPermissions`),
  'Forms.Item': words('asRatingItem'),
  'Script.AuthorizationInfo': words('getAuthorizedScopes'),
  'Slides.Image': words('getParentPlaceholder getPlaceholderIndex getPlaceholderType'),
  'Slides.PageElement': words('asSpeakerSpotlight'),
  'Slides.Shape': words('getAutofit'),
  'Spreadsheet.Banding': words(`
    getFirstColumnColorObject getFirstRowColorObject getFooterColumnColorObject
    getFooterRowColorObject getHeaderColumnColorObject getHeaderRowColorObject
    getSecondColumnColorObject getSecondRowColorObject setFirstColumnColorObject
    setFirstRowColorObject setFooterColumnColorObject setFooterRowColorObject
    setHeaderColumnColorObject setHeaderRowColorObject setSecondColumnColorObject
    setSecondRowColorObject`),
  'Spreadsheet.BigQueryDataSourceSpec': words('getDatasetId getTableId getTableProjectId'),
  'Spreadsheet.BigQueryDataSourceSpecBuilder': words(`
    getDatasetId getTableId getTableProjectId setDatasetId setTableId setTableProjectId`),
  'Spreadsheet.BooleanCondition': words('getBackgroundObject getFontColorObject'),
  'Spreadsheet.ConditionalFormatRuleBuilder': words(`
    setBackgroundObject setFontColorObject setGradientMaxpointObject
    setGradientMaxpointObjectWithValue setGradientMidpointObjectWithValue setGradientMinpointObject
    setGradientMinpointObjectWithValue`),
  'Spreadsheet.DataExecutionStatus': words('getLastExecutionTime'),
  'Spreadsheet.DataSource': words(`
    cancelAllLinkedDataSourceObjectRefreshes createCalculatedColumn
    createDataSourcePivotTableOnNewSheet createDataSourceTableOnNewSheet getCalculatedColumnByName
    getCalculatedColumns getColumns getDataSourceSheets refreshAllLinkedDataSourceObjects
    waitForAllDataExecutionsCompletion`),
  'Spreadsheet.DataSourceFormula': words('cancelDataRefresh'),
  'Spreadsheet.DataSourcePivotTable': words('cancelDataRefresh'),
  'Spreadsheet.DataSourceSheet': words('cancelDataRefresh'),
  'Spreadsheet.DataSourceSpec': words('asLooker'),
  'Spreadsheet.DataSourceSpecBuilder': words('asLooker'),
  'Spreadsheet.DataSourceTable': words(`
    addColumns addFilter addSortSpec cancelDataRefresh getColumns getFilters getRowLimit
    getSortSpecs isSyncingAllColumns removeAllColumns removeAllSortSpecs setRowLimit syncAllColumns`),
  'Spreadsheet.EmbeddedChart': words('asDataSourceChart'),
  'Spreadsheet.FilterCriteria': words('getVisibleBackgroundColor getVisibleForegroundColor'),
  'Spreadsheet.FilterCriteriaBuilder': words(`
    getVisibleBackgroundColor getVisibleForegroundColor setVisibleBackgroundColor
    setVisibleForegroundColor whenDateEqualToAny whenDateNotEqualTo whenDateNotEqualToAny
    whenNumberEqualToAny whenNumberNotEqualToAny whenTextEqualToAny whenTextNotEqualTo
    whenTextNotEqualToAny`),
  'Spreadsheet.GradientCondition': words('getMaxColorObject getMidColorObject getMinColorObject'),
  'Spreadsheet.PivotFilter': words('getSourceDataSourceColumn'),
  'Spreadsheet.PivotGroup': words(`
    getDateTimeGroupingRule getGroupLimit getSourceDataSourceColumn setDateTimeGroupingRule
    setGroupLimit`),
  'Spreadsheet.PivotTable': words('asDataSourcePivotTable getSourceDataRange'),
  'Spreadsheet.PivotValue': words('getSourceDataColumn getSourceDataSourceColumn remove'),
  'Spreadsheet.Protection': words('addTargetAudience getTargetAudiences removeTargetAudience'),
  'Spreadsheet.Sheet': words(`
    getDataSourceFormulas getDataSourcePivotTables`),
  'Spreadsheet.Slicer': words('getBackgroundColorObject setBackgroundColorObject'),
  'Spreadsheet.Spreadsheet': words(`
    getDataSourceFormulas getDataSourcePivotTables getDataSourceRefreshSchedules getDataSourceSheets
    getDataSources insertDataSourceSheet refreshAllDataSources waitForAllDataExecutionsCompletion`),
  'Spreadsheet.SpreadsheetApp': words('enableLookerExecution'),
};

/**
 * Methods that are not documented and that Google answers: test/testsheets.js, testsheetsvalues.js,
 * testsheetssets.js and testdrive.js of github.com/brucemcpherson/gas-fakes, which are written against Google.
 */
export const UNDOCUMENTED = {
  'Spreadsheet.SpreadsheetApp': { openByKey: [['key:text']] },
  'Spreadsheet.Spreadsheet': { getKey: [[]] },
  'Spreadsheet.Range': {
    getBackgroundColor: [[]],
    getBackgroundColors: [[]],
    setBackgroundColor: [['color:text|null']],
    setBackgroundColors: [['colors:(text|null)[][]']],
    getBorder: [[]],
    // Retired, and called by many public scripts.
    getColumnIndex: [[]],
  },
  'Spreadsheet.Filter': { getColumnSortSpec: [['column:int']] },
};

/** Properties that services have besides. */
export const PROPERTIES = {
  'Document.DocumentApp': { TabType: 'Document.TabType' },
  'Slides.SlidesApp': { AutofitType: 'Slides.AutofitType' },
  'Spreadsheet.SpreadsheetApp': {
    DataSourceRefreshScope: 'Spreadsheet.DataSourceRefreshScope',
    DateTimeGroupingRuleType: 'Spreadsheet.DateTimeGroupingRuleType',
    FrequencyType: 'Spreadsheet.FrequencyType',
    SortOrder: 'Spreadsheet.SortOrder',
  },
};

function words(text) {
  return text.trim().split(/\s+/);
}
