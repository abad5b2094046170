import type { ServerSession } from './server-session.js';
import { reasonOf } from './thrown-text.js';

/** Asks ready servers for the lists that nobody has fetched yet. What cannot be fetched is a problem of its server. */
export async function survey(sessions: readonly ServerSession[], signal?: AbortSignal): Promise<void> {
  await Promise.all(sessions.map((session) => surveyOne(session, signal)));
}

async function surveyOne(session: ServerSession, signal: AbortSignal | undefined): Promise<void> {
  const { client, entry } = session;
  if (client === undefined) return;
  const { resources, prompts } = client.capabilities;
  const options = signal === undefined ? {} : { signal };
  const count = async (
    list: 'resources' | 'resourceTemplates' | 'prompts',
    fetch: () => Promise<readonly unknown[]>,
  ): Promise<void> => {
    try {
      session.listed(list, (await fetch()).length);
    } catch (error) {
      session.listed(list, reasonOf(error));
    }
  };
  const hasResources = resources !== undefined && entry.resources;
  await Promise.all([
    hasResources ? count('resources', () => client.listResources(options)) : undefined,
    hasResources ? count('resourceTemplates', () => client.listResourceTemplates(options)) : undefined,
    prompts === undefined ? undefined : count('prompts', () => client.listPrompts(options)),
  ]);
}
