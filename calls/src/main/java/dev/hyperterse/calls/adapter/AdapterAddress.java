package dev.hyperterse.calls.adapter;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Identifies the data that an adapter connects to. A call finishes on the data that it was admitted for, so an adapter
 * with another address is another {@link LiveAdapter}.
 *
 * @param location without credentials
 * @param content the SQL that fills a database which the adapter creates itself
 * @param parameters those that decide which host is connected to, how names in statements are resolved, or how tools are
 *     linked
 */
public record AdapterAddress(
        String engine, Optional<String> location, Optional<String> content, Map<String, String> parameters) {
    /** The same with another parameter. */
    public AdapterAddress with(String parameter, String value) {
        var more = new HashMap<>(parameters);
        more.put(parameter, value);
        return new AdapterAddress(engine, location, content, more);
    }

    /** The engine alone: an address may be printed by accident. */
    @Override
    public String toString() {
        return "AdapterAddress[" + engine + "]";
    }
}
