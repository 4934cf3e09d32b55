/** Entry point of the checks: one list for `tillbridge doctor` and for Terminals → Check. */
import { toFailure, type CheckFinding, type CheckName } from '../../contract/index.ts';
import { disk, folder, program } from './computer.ts';
import { info, failureFinding, fine, type Check, type CheckFacts } from './check.ts';
import { printer } from './receipt-printer.ts';
import { AccountChecks, network } from './platform.ts';
import { audit, records } from './journal-and-audit.ts';
import { password, people, settings } from './settings.ts';
import { devices, ports, terminals } from './terminals.ts';

export type { CheckFacts, InForce } from './check.ts';
export { tryPassword, type PasswordTrial } from './password-trial.ts';
export { probe } from './probe.ts';
export { notAskedWords } from './terminals.ts';

const till: Check = ({ running }) => {
  if (!running) return [info('till', 'not running with this data folder')];
  const { till: own, terminals: views, platform } = running();
  const list = views.map(({ id, state }) => `${id} ${state}`).join(', ') || 'none';
  return [fine('till', `running in ${own.mode} mode; terminals: ${list}; platform ${platform.state}`)];
};

export class Checks {
  readonly #facts: CheckFacts;
  readonly #list: Readonly<Record<CheckName, Check>>;

  constructor(facts: CheckFacts) {
    this.#facts = facts;
    const { account, clock, merchant } = new AccountChecks();
    this.#list = {
      program,
      folder,
      disk,
      settings,
      people,
      records,
      audit,
      network,
      password,
      account,
      clock,
      merchant,
      ports,
      terminals,
      devices,
      printer,
      till,
    };
  }

  /** Runs one check. An error inside the check becomes a finding. */
  async run(check: CheckName): Promise<CheckFinding[]> {
    try {
      return await this.#list[check](this.#facts);
    } catch (error) {
      return [failureFinding(check, 'problem', toFailure(error))];
    }
  }
}
