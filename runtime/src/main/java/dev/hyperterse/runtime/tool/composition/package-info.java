/**
 * Tools that call others of their server and make one result of theirs. Must not know what a called tool does, nor decide who
 * may call it.
 */
package dev.hyperterse.runtime.tool.composition;
