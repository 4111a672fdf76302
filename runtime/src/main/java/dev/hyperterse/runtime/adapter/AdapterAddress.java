package dev.hyperterse.runtime.adapter;

import java.util.Map;
import java.util.Optional;

/**
 * Which data an adapter leads to. A call ends on the data that it was admitted for, so an adapter that leads elsewhere is
 * another {@link LiveAdapter}.
 *
 * @param location without credentials
 * @param content what a database is made of that the adapter makes itself
 * @param parameters those that decide which host answers, or what a name in a statement means
 */
public record AdapterAddress(
        String engine, Optional<String> location, Optional<String> content, Map<String, String> parameters) {
    /** The engine alone: an address may be printed by accident. */
    @Override
    public String toString() {
        return "AdapterAddress[" + engine + "]";
    }
}
