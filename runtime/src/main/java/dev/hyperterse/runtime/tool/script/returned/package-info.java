/**
 * What scripts return, written as the result of a call: rows and results of tools, messages of prompts, contents of
 * resources. Must not know how a script is run.
 */
package dev.hyperterse.runtime.tool.script.returned;
