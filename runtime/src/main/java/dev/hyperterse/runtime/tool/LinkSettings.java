package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.adapter.AdapterAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What of a server's settings a linked tool keeps; tools that were linked with other ones are linked again.
 *
 * @param addresses of the adapters, by name
 */
public record LinkSettings(Map<String, AdapterAddress> addresses, ValueSet values) {
    public static LinkSettings of(List<Adapter> adapters, ValueSet values) {
        var addresses = new TreeMap<String, AdapterAddress>();
        adapters.forEach(adapter -> addresses.put(adapter.name(), AdapterAddress.of(adapter, values)));
        return new LinkSettings(addresses, values);
    }

    Optional<AdapterAddress> address(String adapter) {
        return Optional.ofNullable(addresses.get(adapter));
    }
}
