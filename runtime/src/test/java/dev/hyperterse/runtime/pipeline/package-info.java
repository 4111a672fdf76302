/**
 * Tests of one call: its arguments, its buffers, its deadline. {@code TestCalls} is the short way for the tests of the
 * engines to make calls through the whole pipeline.
 */
package dev.hyperterse.runtime.pipeline;
