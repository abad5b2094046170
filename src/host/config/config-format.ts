/** The programs whose configuration files can be read. */
export type ConfigFormat = 'plainwire' | 'claude-code' | 'claude-desktop' | 'cursor' | 'vscode';
