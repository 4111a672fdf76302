package dev.hyperterse.cli.imports.terse;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.AdapterAddress;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedAdapter;
import dev.hyperterse.cli.imports.ImportedEngine;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import dev.hyperterse.cli.imports.Variables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The adapters of a project; of MongoDB one for each database that statements name. */
final class TerseAdapters {
    private final Findings findings;
    private final Map<String, Tree> files = new LinkedHashMap<>();
    private final Map<String, ImportedAdapter> adapters = new LinkedHashMap<>();

    TerseAdapters(Findings findings) {
        this.findings = findings;
    }

    List<ImportedAdapter> all() {
        return List.copyOf(adapters.values());
    }

    /** @param stem the name of its file */
    void add(String stem, Tree file) {
        var name = file.text("name").isEmpty() ? stem : file.text("name");
        files.put(name, file);
        if (!engine(name).equals("Mongodb")) {
            adapters.put(
                    name, AdapterAddress.of(name, address(file), Optional.of(engine(name)), findings, file.place()));
        }
    }

    /** The engine of an adapter. @throws NotImported when there is none */
    String engine(String name) {
        var connector = Optional.ofNullable(files.get(name))
                .map(file -> file.text("connector"))
                .orElseThrow(() -> new NotImported("there is no adapter '%s'".formatted(name), ""));
        return ImportedEngine.required(connector).adapter();
    }

    String ofDatabase(String name, String database) {
        var file = files.get(name);
        return AdapterAddress.ofDatabase(
                adapters,
                name,
                database,
                own -> AdapterAddress.mongodb(own, address(file), database, findings, file.place()));
    }

    private String address(Tree file) {
        var address = file.text("connection_string").replaceAll("\\{\\{\\s*env\\.(\\w+)\\s*}}", "\\${$1}");
        if (address.matches("(?i)(?:libsql|https?|wss?)://.*")) {
            throw new NotImported("an adapter of SQLite reads a file, and no database behind a URL", "");
        }
        var options = file.field("options").map(Tree::fields).orElse(Map.of());
        if (Variables.VARIABLE.matcher(address).matches() && !options.isEmpty()) {
            findings.changed(
                    file.place(),
                    "options are not carried over behind an address that is a variable: "
                            + String.join(", ", options.keySet()),
                    "write them into the address, or the fields of the adapter in server.yaml");
            return address;
        }
        if (options.isEmpty()) {
            return address;
        }
        return address
                + (address.contains("?") ? "&" : "?")
                + options.entrySet().stream()
                        .map(option -> option.getKey() + "="
                                + Parameters.text(option.getValue().content()))
                        .collect(Collectors.joining("&"));
    }
}
