/**
 * From the bytes of a call's arguments to the values of its inputs, checked against what the tool declares, within bounds of
 * size, time and memory.
 */
package dev.hyperterse.runtime.tool.validate;
