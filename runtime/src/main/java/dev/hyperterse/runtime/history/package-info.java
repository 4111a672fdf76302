/**
 * The calls of the past that rules look back at: how many there were and what an input of theirs adds up to, within a
 * window. Kept by one replica, or where replicas share state. Must not know HTTP, MCP, adapters or the language of rules.
 */
package dev.hyperterse.runtime.history;
