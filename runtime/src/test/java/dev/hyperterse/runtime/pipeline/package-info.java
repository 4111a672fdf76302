/** Tests of one call, and the short way for other tests to make one. */
package dev.hyperterse.runtime.pipeline;
