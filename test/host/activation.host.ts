import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { testModelVendor } from './test-model.ts';

describe('the extension in a real editor', () => {
  it('is installed and activates', async () => {
    const extension = vscode.extensions.getExtension('dominds.dominds');
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });

  it('can be given a language model by another extension', async () => {
    const [model] = await vscode.lm.selectChatModels({ vendor: testModelVendor });
    const answer = await model?.sendRequest([vscode.LanguageModelChatMessage.User('good morning')]);
    let text = '';
    for await (const part of answer?.text ?? []) text += part;
    assert.equal(text, 'echo: good morning');
  });
});
