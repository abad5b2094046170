import type { Judgement, PassiveCheck } from './check.js';
import { skip } from './check.js';
import type { Traffic } from './wire/traffic.js';

/** What a passive check says of the traffic. A check that throws has not judged the server. */
export function judgePassively(check: PassiveCheck, traffic: Traffic): Judgement {
  try {
    return check.judge(traffic);
  } catch (error) {
    return skip(
      'could-not-test',
      `the check itself failed: ${error instanceof Error ? error.message : error}`,
    );
  }
}
