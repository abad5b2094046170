import { describe, expect, it } from 'vitest';
import { planAgent } from '../../../src/cli/agents/agent-plan.js';
import { UsageError } from '../../../src/cli/exit-code.js';

const plan = (line: string, word?: string) => {
  const [command = '', ...args] = line.split(' ');
  const { agent, before, after } = planAgent(command, args, word);
  return [agent, [...before, '<ours>', ...after].join(' ')];
};

describe('the command of an agent', () => {
  it.each([
    ['claude -p hello', undefined, 'claude', '<ours> -p hello'],
    ['claude --model opus --print hello', undefined, 'claude', '--model opus <ours> --print hello'],
    ['claude hello -p', undefined, 'claude', 'hello <ours> -p'],
    ['/opt/bin/claude -p hello', undefined, 'claude', '<ours> -p hello'],
    ['C:\\bin\\claude.cmd -p hello', undefined, 'claude', '<ours> -p hello'],
    [
      'npx -y @anthropic-ai/claude-code -p hi',
      'claude',
      'claude',
      '-y @anthropic-ai/claude-code <ours> -p hi',
    ],
    ['codex exec hello', undefined, 'codex', 'exec <ours> hello'],
    ['codex e hello', undefined, 'codex', 'e <ours> hello'],
    ['codex -m gpt exec hello', undefined, 'codex', '-m gpt exec <ours> hello'],
    ['codex exec resume --last hello', undefined, 'codex', 'exec <ours> resume --last hello'],
  ])('%s', (line, word, agent, expected) => {
    expect(plan(line, word)).toEqual([agent, expected]);
  });

  it.each([
    ['claude', undefined, /interactive claude owns the terminal.*claude -p/],
    ['claude hello', undefined, /owns the terminal/],
    ['codex', undefined, /interactive codex owns the terminal.*codex exec/],
    ['codex hello', undefined, /owns the terminal/],
    ['codex -m e', undefined, /owns the terminal/],
    ['gemini -p hello', undefined, /knows claude and codex, not `gemini`/],
    ['claude -p hello', 'gemini', /not `gemini`/],
    ['claude -p hello --dangerously-skip-permissions', undefined, /lets everything run/],
    ['claude -p hello --permission-mode bypassPermissions', undefined, /bypassPermissions/],
    ['claude -p hello --permission-mode=bypassPermissions', undefined, /bypassPermissions/],
    ['claude -p hello --permission-prompt-tool mcp__x__y', undefined, /in its place/],
    ['claude -p hello --permission-prompts=none', undefined, /nobody is asked/],
    ['claude -p hello --setting-sources user', undefined, /settings file/],
    ['claude -p hello --bare', undefined, /login/],
    ['codex exec hello --disable hooks', undefined, /hooks cannot be switched off/],
    ['codex exec -c features.hooks=false hello', undefined, /hooks cannot be switched off/],
    ['codex exec -c features={hooks=false} hello', undefined, /hooks cannot be switched off/],
    ['codex exec --config hooks.PreToolUse=[] hello', undefined, /hooks cannot be switched off/],
    ['codex exec --config=hooks={} hello', undefined, /hooks cannot be switched off/],
    ['codex exec -chooks.state={} hello', undefined, /hooks cannot be switched off/],
    ['codex -c "features"."hooks"=false exec hello', undefined, /hooks cannot be switched off/],
    ['codex exec --disable=hooks hello', undefined, /hooks cannot be switched off/],
    ['codex exec --remote ws://x hello', undefined, /elsewhere/],
    ['codex exec --remote=ws://x hello', undefined, /elsewhere/],
    ['claude -p hello --settings {}', undefined, /permissions\.allow/],
    ['claude -p hello --cloud', undefined, /elsewhere/],
  ])('%s is refused', (line, word, message) => {
    expect(() => plan(line, word)).toThrow(UsageError);
    expect(() => plan(line, word)).toThrow(message);
  });

  it.each([
    'codex exec -c features.hooks=true -c model=hooks.x hello',
    'codex exec -c features.web_search=true --config=hooksy=1 --color never hooks.state={}',
  ])('%s says nothing against hooks', (line) => {
    expect(plan(line)[0]).toBe('codex');
  });

  it('may say a mode that asks', () => {
    expect(plan('claude -p hello --permission-mode plan')[0]).toBe('claude');
  });
});
