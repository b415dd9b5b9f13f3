/**
 * For `setupFiles`: pages are drawn by the React that draws them for readers, in half the time. Only React is told so:
 * services go on checking their own answers.
 */
const environment = process.env.NODE_ENV
process.env.NODE_ENV = 'production'
await Promise.all([import('react'), import('react/jsx-runtime'), import('react-dom'), import('react-dom/server')])
process.env.NODE_ENV = environment
