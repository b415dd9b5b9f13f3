/**
 * For `setupFiles`: pages in tests are rendered by the production build of React, in half the time. Services still
 * check their answers.
 */
const environment = process.env.NODE_ENV
process.env.NODE_ENV = 'production'
await Promise.all([import('react'), import('react/jsx-runtime'), import('react-dom'), import('react-dom/server')])
process.env.NODE_ENV = environment
