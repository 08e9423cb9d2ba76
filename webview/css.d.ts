// Style sheets are imported for the bundler only; they give no values.
declare module '*.css';
