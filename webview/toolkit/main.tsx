// The bundle that `shared/controls.tsx` loads beside the first paint: the component of the toolkit that it draws, and no
// others. For the rest HTML elements with the editor's colours do, and a panel starts sooner.
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

provideVSCodeDesignSystem().register(vsCodeButton());
