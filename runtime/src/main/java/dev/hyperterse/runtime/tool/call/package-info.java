/**
 * One call of a tool and the steps that it consists of; and the directory in which a call finds other tools. Must not know what a
 * step does.
 */
package dev.hyperterse.runtime.tool.call;
