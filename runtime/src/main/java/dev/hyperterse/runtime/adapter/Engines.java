package dev.hyperterse.runtime.adapter;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.values.ValueSet;

/** The engines of a build; one method, so that tests can bring their own. */
@FunctionalInterface
public interface Engines {
    /**
     * An adapter as its engine reads it. Nothing is opened.
     *
     * @param maxResultSize of a call; for engines whose driver has to know it when it connects
     */
    AdapterSettings<?> read(Adapter adapter, ValueSet values, long maxResultSize);
}
