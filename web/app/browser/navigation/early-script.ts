/**
 * The inline script in the head, which runs before all other scripts. It applies colour mode and font size, so that no
 * page flashes; keeps the first tap on a slow connection; and starts the entry script once the page is visible. The
 * menu button works at once and shows the sitemap at the end of the page; other buttons are remembered and clicked
 * after hydration. The text is constant, so the Content-Security-Policy can name its hash and stored pages can be
 * cached.
 */
import { COLOUR_MODE_KEY } from '@lokalteil/domain/display/colour-mode'
import { DENSITY_COOKIE } from '@lokalteil/domain/display/density'
import { LINE_SPACING_COOKIE } from '@lokalteil/domain/display/line-spacing'
import { FONT_SIZE_COOKIE } from '../display.ts'
import { MUTED_STYLE, MUTED_TOPICS } from '../muted-topics.ts'

/** A widget in another site's page uses that page's mode, not the reader's (S4.12-01). */
const LOOKS = `d.dataset.js='';try{var m=d.dataset.forced===undefined?localStorage.getItem('${COLOUR_MODE_KEY}'):(/[?&]mode=(\\w+)/.exec(location.search)||[])[1];if(m==='light'||m==='dark')d.dataset.mode=m;else if(m==='system')delete d.dataset.mode}catch(e){}var f=/(?:^|; )${FONT_SIZE_COOKIE}=([\\d.]+)/.exec(document.cookie);if(f){var n=+f[1];if(n>=100&&n<=150)d.style.fontSize=n+'%'}if(/(?:^|; )${DENSITY_COOKIE.name}=dense/.test(document.cookie))d.dataset.density='dense';if(f=/(?:^|; )${LINE_SPACING_COOKIE.name}=(tight|wide)/.exec(document.cookie))d.dataset.spacing=f[1]`

/**
 * Reserves room for advertising at the first paint if the consent cookie allows it, and hides all of it from readers of
 * Pur; a guess that the page corrects later.
 */
const ROOM = `if(/cache_key=[^;]*pur/.test(document.cookie))d.dataset.pur='';else if(/(?:^|; )consents=(?:\\[|%5B)4(?:,|%2C)true(?:,|%2C)true/.test(document.cookie)&&d.dataset.edition!=='local')d.dataset.ads=''`

/** Muted topics are hidden before the first paint, so that nothing flashes. */
const MUTED = `try{var c=localStorage.getItem('${MUTED_TOPICS}');if(c){var e=document.createElement('style');e.id='${MUTED_STYLE}';e.textContent=c;document.head.append(e)}}catch(e){}`

/**
 * Stops once the page is hydrated. Forms submit as without scripts. React must not see these clicks, or it would handle
 * them twice.
 */
const TAPS = `var s;function menu(b,o){d.toggleAttribute('data-early-menu',o);b.setAttribute('aria-expanded',o);s=o?b:null}function isOver(){return 'hydrated' in d.dataset}addEventListener('click',function(e){if(isOver()||!e.target.closest)return;var b=e.target.closest('button'),t=b&&!(b.form&&b.type==='submit');if(t)e.stopPropagation();if(b&&b.getAttribute('aria-controls')==='sidebar')menu(b,!s);else if(s&&!e.target.closest('#sitemap')){e.preventDefault();menu(s,false)}else if(t)window.earlyTap=b},true);addEventListener('keydown',function(e){if(s&&e.key==='Escape'&&!isOver())menu(s,false)})`

/**
 * On a phone's first visit fallback fonts are shown first. The web fonts load together once something is painted, so
 * that on a slow connection the picture comes before them and lines are laid out anew only once. Returning visitors
 * have the fonts cached (their service worker is active), and wide screens load them with the styles.
 */
const LETTERS = `if(screen.width<768&&!(navigator.serviceWorker||0).controller)d.dataset.letters='late';function letters(){if(d.dataset.letters)Promise.allSettled(getComputedStyle(d).getPropertyValue('--letters').split(',').map(function(n){return document.fonts.load('1em '+n)})).then(function(){delete d.dataset.letters})}`

/**
 * Progressive loading: the entry script is fetched once something is painted, so that on a slow connection styles,
 * picture and fonts come first. It does not wait in a hidden page, in a frame (which its parent shows after hydration),
 * or in a browser that does not report paints.
 */
const ENTRY = `function run(){var t=document.getElementById('entry');if(t)document.head.append(t.content);letters()}document.addEventListener('DOMContentLoaded',function(){if(document.hidden||parent!==window)run();else setTimeout(run,2000)});try{new PerformanceObserver(run).observe({type:'paint',buffered:true})}catch(e){}`

export const EARLY_SCRIPT = `(function(d){${LOOKS};${ROOM};${MUTED};${TAPS};${LETTERS};${ENTRY}})(document.documentElement)`
