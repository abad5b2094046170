import type { Implementation, Revision, ServerCapabilities } from '../protocol/index.js';
import { Catalog } from './catalog/catalog.js';
import { Heartbeat } from './context/heartbeat.js';
import { RequestSeal } from './context/request-state.js';
import type { PromptEntry } from './features/prompt-entry.js';
import type { ResourceEntry, TemplateEntry } from './features/resource-entry.js';
import type { ToolEntry } from './features/tool-entry.js';
import { capabilitiesOf } from './lifecycle/capabilities.js';
import { LegacySessions } from './lifecycle/legacy-sessions.js';
import type { ServerIdentity, ServerOptions, Settings } from './options.js';
import { settingsOf } from './options.js';
import { ServerLog } from './server-log.js';
import { ChangeFeed } from './subscriptions/change-feed.js';
import { Subscriptions } from './subscriptions/subscriptions.js';

/** Everything that the parts of one server share. */
export class ServerCore {
  readonly info: Implementation;
  readonly instructions: string | undefined;
  readonly settings: Settings;
  readonly log: ServerLog;
  readonly heartbeat: Heartbeat;
  readonly seal: RequestSeal;
  readonly sessions = new LegacySessions();
  readonly subscriptions: Subscriptions;
  readonly changes: ChangeFeed;
  readonly tools: Catalog<ToolEntry>;
  readonly resources: Catalog<ResourceEntry>;
  readonly templates: Catalog<TemplateEntry>;
  readonly prompts: Catalog<PromptEntry>;
  /** Set once something that completes arguments was registered. */
  hasCompletions = false;
  /** Whether other instances may serve the same clients: then what this one seals has to be readable for them. */
  mayHaveTwins = false;
  readonly #capabilities = new Map<string, ServerCapabilities>();

  constructor({ instructions, ...info }: ServerIdentity, options: ServerOptions) {
    this.info = info;
    this.instructions = instructions;
    this.settings = settingsOf(options);
    this.log = new ServerLog(this.settings.onLog);
    this.heartbeat = new Heartbeat(this.settings.clock);
    this.seal = new RequestSeal(this.settings.requestState);
    this.subscriptions = new Subscriptions(this.settings.limits);
    this.changes = new ChangeFeed(this.settings, this.subscriptions, this.sessions);
    this.tools = new Catalog('tool', () => this.#changed('tools'));
    this.resources = new Catalog('resource', () => this.#changed('resources'));
    this.templates = new Catalog('resource template', () => this.#changed('resources'));
    this.prompts = new Catalog('prompt', () => this.#changed('prompts'));
  }

  /**
   * What the server declares in a revision. The same object until something is registered or removed.
   *
   * @param canNotify false for a legacy client that is not there beyond its request.
   */
  capabilities(revision: Revision, canNotify = true): ServerCapabilities {
    const key = canNotify ? revision : `${revision} without a session`;
    let capabilities = this.#capabilities.get(key);
    if (capabilities === undefined) {
      const registered = {
        tools: this.tools.wasUsed,
        resources: this.resources.wasUsed || this.templates.wasUsed,
        prompts: this.prompts.wasUsed,
        completions: this.hasCompletions,
      };
      capabilities = capabilitiesOf(registered, this.settings, revision, canNotify);
      this.#capabilities.set(key, capabilities);
    }
    return capabilities;
  }

  #changed(list: 'tools' | 'resources' | 'prompts'): void {
    this.#capabilities.clear();
    this.changes.listChanged(list);
  }
}
