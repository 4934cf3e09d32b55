/** Which way each action on a device would go, or why it cannot (blueprint section 5). Pure. */
import { actionsByProcessor, type ActionOffer, type DeviceAction, type TerminalView } from '../../contract/index.ts';
import type { DeviceRecord } from '../platform/index.ts';

/** The fixed order in which actions are shown. */
export const actionOrder: readonly DeviceAction[] = [
  'ACTIVATE',
  'DEACTIVATE',
  'CANCEL',
  'REBOOT',
  'CREATE_IDLE_MESSAGE',
];

export interface OfferFacts {
  device: DeviceRecord;
  /** Null when the platform does not say; then everything is offered, and the platform says what it does not do. */
  processor: string | null;
  /** The terminal of this till with the same serial number; `link` null: it has no cable here. */
  terminal: (Pick<TerminalView, 'state' | 'cableActions'> & Partial<Pick<TerminalView, 'link'>>) | null;
  /** A payment of ours is open on that terminal. */
  hasRunningPayment: boolean;
  /** That payment still runs (it is not only being checked): the device may not be taken away from under a customer. */
  isPaymentWorking?: boolean;
}

/** Actions for which a terminal need not be online. */
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
  // The refusals of an unknown processor are unknown too, so the platform answers.
  const hasPlatform = ((processor === null ? null : actionsByProcessor[processor]) ?? actionOrder).includes(action);
  const isOffline = device.connection === 'closed';

  if (action === 'ACTIVATE' && device.isEnabled) return none('already');
  if (action === 'DEACTIVATE' && device.isEnabled === false) return none('already');
  if (action === 'CANCEL') {
    // Our own payment ends through the payment engine, which answers honestly; by cable, whatever the processor. Without a
    // cable the platform is asked, and the engine reads what became of the payment.
    if (hasRunningPayment && !isCableless) return isCableUp ? by('cable') : none('no-cable');
    if (isCableUp) return none('nothing-running');
  }
  const offer = wayOf();
  // The cable belongs to an open payment; and while it runs, nothing else is done to the terminal by any way.
  if (action === 'CANCEL' || offer.route === 'none' || !hasRunningPayment) return offer;
  return isPaymentWorking || offer.route === 'cable' ? none('busy') : offer;

  function wayOf(): ActionOffer {
    // What the cable can do itself it does faster, and without the platform.
    if (action === 'REBOOT' && hasCable) return by('cable');
    if (hasPlatform && !isOffline) return by('platform');
    // A new Device is away until it is enabled, and a stolen terminal stays away: only the platform can say no to these two.
    if (hasPlatform && evenAway.includes(action)) return { ...by('platform'), isAway: true };
    if (hasCable) return by('cable');
    if (hasPlatform) return none('offline');
    return none(terminal && !isCableUp && terminal.cableActions.includes(action) ? 'no-cable' : 'processor');
  }
}
