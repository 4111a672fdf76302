/**
 * Converts the bytes of a call's arguments to the values of its inputs, checks them against the tool's declaration, and
 * limits size, time and memory.
 */
package dev.hyperterse.calls.validation;
