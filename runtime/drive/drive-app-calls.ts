/** Facts that DriveApp knows of a file or folder. */
export interface ItemFacts {
  id: string;
  name: string;
  mimeType: string;
  /** Bytes; 0 for a folder, null where only Google knows. */
  size: number | null;
  description: string;
  /** Epoch milliseconds; null for My Drive. */
  created: number | null;
  modified: number | null;
  isTrashed: boolean;
  isStarred: boolean;
  isShareableByEditors: boolean;
  parents: string[];
  url: string;
  /** Null where there is no content to download. */
  downloadUrl: string | null;
  target: { id: string; mimeType: string | null } | null;
  owner: string;
  /** Nothing is shared here: the methods that would change these throw by name. */
  access: 'PRIVATE';
  permission: 'NONE';
  viewers: string[];
}

export type ItemKind = 'file' | 'folder';

/** Which files or folders an iterator visits: those that fulfil all that is said. */
export interface Listing {
  kind: ItemKind;
  folder?: string | undefined;
  name?: string | undefined;
  mimeType?: string | undefined;
  isTrashed?: boolean | undefined;
  /** A query in the language of version 2. */
  params?: string | undefined;
}

/** Items behind a place in their list, each with its own: what is moved or made meanwhile shifts nothing. */
export interface Page {
  items: { id: string; place: string }[];
  hasMore: boolean;
}

export interface NewItem {
  folder: string;
  name: string;
  mimeType: string;
  /** Base64. */
  content?: string | undefined;
  /** The target of a shortcut. */
  targetId?: string | undefined;
}

export interface ItemChange {
  name?: string | undefined;
  description?: string | undefined;
  isTrashed?: boolean | undefined;
  isStarred?: boolean | undefined;
  isShareableByEditors?: boolean | undefined;
  /** The one folder that it is moved to. */
  folder?: string | undefined;
  /** Base64. */
  content?: string | undefined;
}

/** Each call begins with the name of the method for Google's words, such as `DriveApp.Folder.createFile`. */
export interface DriveAppCalls {
  'driveApp.find'(method: string, id: string, kind: ItemKind): string;
  'driveApp.describe'(method: string, id: string): ItemFacts;
  'driveApp.list'(method: string, listing: Listing, after: string | null): Page;
  'driveApp.create'(method: string, item: NewItem): string;
  'driveApp.update'(method: string, id: string, change: ItemChange): void;
  'driveApp.copy'(method: string, id: string, copy: { name?: string; folder?: string }): string;
  'driveApp.content'(method: string, id: string): { name: string; mimeType: string; content: string };
  'driveApp.access'(method: string, id: string, email: string): 'OWNER' | 'EDIT' | 'NONE';
}
