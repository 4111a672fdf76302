/**
 * Runs scripts: each in a realm of its own, on a few threads, within limits of time and memory. A realm is a context of
 * the engine that scripts share, or an engine with a memory of its own; an engine is loaded only when a catalog has
 * scripts for it. Must not know HTTP, sessions, tools or databases.
 */
package dev.hyperterse.scripts;
