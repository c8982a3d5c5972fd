/** What the build makes of JSX, put into each page that needs it. */
export { Fragment, h } from 'preact';
