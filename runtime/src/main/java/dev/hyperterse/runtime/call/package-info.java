/**
 * What every call has, whatever it calls: who asks, until when, how it can end early, and how it says that it failed. Knows
 * no protocol, no tool and no engine.
 */
package dev.hyperterse.runtime.call;
