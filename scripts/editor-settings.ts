// User settings of an editor that tests or `npm start` open: nothing of the editor's own in the way.

/** The themes that the product must look right in. */
export type Theme = 'dark' | 'light' | 'hc-dark' | 'hc-light';

const themeNames: Record<Theme, string> = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'hc-dark': 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
};

/** A quiet editor in that theme: no welcome page, no updates, no tips, no trust question. */
export function quietSettings(theme: Theme): Record<string, unknown> {
  return {
    'workbench.colorTheme': themeNames[theme],
    'workbench.preferredDarkColorTheme': themeNames.dark,
    'workbench.preferredLightColorTheme': themeNames.light,
    'window.autoDetectColorScheme': false,
    'window.autoDetectHighContrast': false,
    'workbench.startupEditor': 'none',
    'workbench.tips.enabled': false,
    'workbench.enableExperiments': false,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'workbench.welcomePage.walkthroughs.openOnInstall': false,
    'security.workspace.trust.enabled': false,
    'extensions.autoCheckUpdates': false,
    'extensions.autoUpdate': false,
    'extensions.ignoreRecommendations': true,
    'git.openRepositoryInParentFolders': 'never',
    'telemetry.telemetryLevel': 'off',
    'update.mode': 'none',
  };
}
