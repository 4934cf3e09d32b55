/** Route of each action on a Device, or the reason why it is unavailable (blueprint section 5). Pure. */
import { actionsByProcessor, type ActionOffer, type DeviceAction, type TerminalView } from '../../contract/index.ts';
import type { DeviceRecord } from '../platform/index.ts';

/** Display order of the actions. */
export const actionOrder: readonly DeviceAction[] = [
  'ACTIVATE',
  'DEACTIVATE',
  'CANCEL',
  'REBOOT',
  'CREATE_IDLE_MESSAGE',
];

export interface OfferFacts {
  device: DeviceRecord;
  /**
   * Processor of the Device, or null if unknown; all actions are then offered, and the platform refuses unsupported
   * actions.
   */
  processor: string | null;
  /** Terminal of this till with the same serial number, or null; its `link` is null if it has no cable here. */
  terminal: (Pick<TerminalView, 'state' | 'cableActions'> & Partial<Pick<TerminalView, 'link'>>) | null;
  /** True if a payment of this till is open on that terminal. */
  hasRunningPayment: boolean;
  /**
   * True while that payment is running, false if it is only being checked: a Device must not be removed during a
   * payment.
   */
  isPaymentWorking?: boolean;
}

/** Actions for which the terminal may be offline. */
const evenAway: readonly DeviceAction[] = ['ACTIVATE', 'DEACTIVATE'];

export function offersOf(facts: OfferFacts): ActionOffer[] {
  return actionOrder.map((action) => offerOf(action, facts));
}

function offerOf(action: DeviceAction, facts: OfferFacts): ActionOffer {
  const { device, processor, terminal, hasRunningPayment, isPaymentWorking = false } = facts;
  const none = (reason: NonNullable<ActionOffer['reason']>): ActionOffer => ({ action, route: 'none', reason });
  const by = (route: 'platform' | 'cable'): ActionOffer => ({ action, route, reason: null });
  const isCableless = terminal?.link === null;
  const isCableUp = terminal !== null && !isCableless && (terminal.state === 'ready' || terminal.state === 'busy');
  const hasCable = isCableUp && terminal.cableActions.includes(action);
  // An unknown processor may support any action, so the platform decides.
  const hasPlatform = ((processor === null ? null : actionsByProcessor[processor]) ?? actionOrder).includes(action);
  const isOffline = device.connection === 'closed';

  if (action === 'ACTIVATE' && device.isEnabled) return none('already');
  if (action === 'DEACTIVATE' && device.isEnabled === false) return none('already');
  if (action === 'CANCEL') {
    // The till's own payment is cancelled through the payment engine, which reports the true outcome: by cable,
    // whatever the processor. Without a cable the platform cancels, and the engine reads the outcome.
    if (hasRunningPayment && !isCableless) return isCableUp ? by('cable') : none('no-cable');
    if (isCableUp) return none('nothing-running');
  }
  const offer = wayOf();
  // An open payment owns the cable, and a running payment also blocks the platform route.
  if (action === 'CANCEL' || offer.route === 'none' || !hasRunningPayment) return offer;
  return isPaymentWorking || offer.route === 'cable' ? none('busy') : offer;

  function wayOf(): ActionOffer {
    // The cable is faster and works without the platform.
    if (action === 'REBOOT' && hasCable) return by('cable');
    if (hasPlatform && !isOffline) return by('platform');
    // A new Device is offline until it is enabled, and a stolen terminal stays offline; the platform decides these two
    // actions.
    if (hasPlatform && evenAway.includes(action)) return { ...by('platform'), isAway: true };
    if (hasCable) return by('cable');
    if (hasPlatform) return none('offline');
    return none(terminal && !isCableUp && terminal.cableActions.includes(action) ? 'no-cable' : 'processor');
  }
}
