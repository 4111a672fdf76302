package dev.hyperterse.runtime.adapter;

/**
 * What an engine runs: SQL of a dialect, say. One object for each, made by the engine; a tool is linked to an adapter only if
 * its operations are of the adapter's kind.
 *
 * @param <O> an operation as a connector takes it
 */
public interface OperationKind<O> {}
