package dev.hyperterse.cli.imports.write;

import dev.hyperterse.cli.imports.ImportedAdapter;
import dev.hyperterse.cli.imports.ImportedNames;
import dev.hyperterse.cli.init.naming.UniqueNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names of adapters. Two of one name would send the statements, and the password, of one to the database of the other.
 */
final class AdapterNames {
    private static final String WRITES = "-writes";

    private final Map<String, String> reading = new HashMap<>();
    private final Map<String, String> writing = new HashMap<>();

    AdapterNames(List<ImportedAdapter> adapters) {
        var unique = new UniqueNames();
        adapters.forEach(
                adapter -> reading.put(adapter.name(), unique.first("-", ImportedNames.object(adapter.name()))));
        adapters.forEach(
                adapter -> writing.put(adapter.name(), unique.first("-", reading.get(adapter.name()) + WRITES)));
    }

    /** @param adapter as the configuration calls it */
    String of(String adapter, boolean writes) {
        return (writes ? writing : reading).get(adapter);
    }
}
