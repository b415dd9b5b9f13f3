/**
 * What runs inline in the head, before anything else of ours is there: no page flashes in another colour or size, and the
 * first tap on a slow line is not lost, and the entry begins when the page is in sight. The menu opens at once, as the
 * sitemap that the page ends with; other buttons are remembered and pressed when they can answer. One constant text, which
 * is why the Content-Security-Policy can name its hash and stored pages stay storable.
 */
import { COLOUR_MODE_KEY } from '@lokalteil/domain/display/colour-mode'
import { DENSITY_COOKIE } from '@lokalteil/domain/display/density'
import { LINE_SPACING_COOKIE } from '@lokalteil/domain/display/line-spacing'
import { FONT_SIZE_COOKIE } from '../display.ts'
import { MUTED_STYLE, MUTED_TOPICS } from '../muted-topics.ts'

/** A widget in another site's page has that page's mode, not its reader's (S4.12-01). */
const LOOKS = `d.dataset.js='';try{var m=d.dataset.forced===undefined?localStorage.getItem('${COLOUR_MODE_KEY}'):(/[?&]mode=(\\w+)/.exec(location.search)||[])[1];if(m==='light'||m==='dark')d.dataset.mode=m;else if(m==='system')delete d.dataset.mode}catch(e){}var f=/(?:^|; )${FONT_SIZE_COOKIE}=([\\d.]+)/.exec(document.cookie);if(f){var n=+f[1];if(n>=100&&n<=150)d.style.fontSize=n+'%'}if(/(?:^|; )${DENSITY_COOKIE.name}=dense/.test(document.cookie))d.dataset.density='dense';if(f=/(?:^|; )${LINE_SPACING_COOKIE.name}=(tight|wide)/.exec(document.cookie))d.dataset.spacing=f[1]`

/** Who agreed to advertising gets its room with the first paint; a guess from our own cookies that the page sets right. */
const ROOM = `if(/(?:^|; )consents=(?:\\[|%5B)4(?:,|%2C)true(?:,|%2C)true/.test(document.cookie)&&!/cache_key=[^;]*pur/.test(document.cookie)&&d.dataset.edition!=='local')d.dataset.ads=''`

/** What this reader has muted is not seen and gone, it is never there. */
const MUTED = `try{var c=localStorage.getItem('${MUTED_TOPICS}');if(c){var e=document.createElement('style');e.id='${MUTED_STYLE}';e.textContent=c;document.head.append(e)}}catch(e){}`

/**
 * Nothing of it once the page answers by itself. A form is sent as without scripts. React must not see these presses, or
 * it would answer them a second time.
 */
const TAPS = `var s;function menu(b,o){d.toggleAttribute('data-early-menu',o);b.setAttribute('aria-expanded',o);s=o?b:null}function isOver(){return 'hydrated' in d.dataset}addEventListener('click',function(e){if(isOver()||!e.target.closest)return;var b=e.target.closest('button'),t=b&&!(b.form&&b.type==='submit');if(t)e.stopPropagation();if(b&&b.getAttribute('aria-controls')==='sidebar')menu(b,!s);else if(s&&!e.target.closest('#sitemap')){e.preventDefault();menu(s,false)}else if(t)window.earlyTap=b},true);addEventListener('keydown',function(e){if(s&&e.key==='Escape'&&!isOver())menu(s,false)})`

/**
 * A phone's first visit is read in stand-ins at first: the fonts come once something is on the screen, and all at once, so
 * that a slow line brings the picture before them and the lines are laid out anew once. Who was here has them (the service
 * worker is), and on wide screens they are fetched with the styles.
 */
const LETTERS = `if(screen.width<768&&!(navigator.serviceWorker||0).controller)d.dataset.letters='late';function letters(){if(d.dataset.letters)Promise.allSettled(getComputedStyle(d).getPropertyValue('--letters').split(',').map(function(n){return document.fonts.load('1em '+n)})).then(function(){delete d.dataset.letters})}`

/**
 * The page is seen first and comes alive then: its scripts are fetched once something is on the screen, so that a slow
 * line brings styles, picture and letters before them. Nobody looks at a hidden page, a frame is shown by the page around
 * it once it is alive, and a browser that draws nothing or does not say so is not waited for.
 */
const ENTRY = `function run(){var t=document.getElementById('entry');if(t)document.head.append(t.content);letters()}document.addEventListener('DOMContentLoaded',function(){if(document.hidden||parent!==window)run();else setTimeout(run,2000)});try{new PerformanceObserver(run).observe({type:'paint',buffered:true})}catch(e){}`

export const EARLY_SCRIPT = `(function(d){${LOOKS};${ROOM};${MUTED};${TAPS};${LETTERS};${ENTRY}})(document.documentElement)`
