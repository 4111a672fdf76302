package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.document.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Variables of the environment in a configuration, written <code>${NAME}</code>. */
public final class Variables {
    public static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final Pattern PORT = Pattern.compile("(?::|\\bport=)$");
    private static final Pattern BEHIND_PORT = Pattern.compile("(?:[/?,\\s].*)?", Pattern.DOTALL);
    private static final int FIRST_PORT = 61_000;

    private final Map<String, String> standIns = new LinkedHashMap<>();
    private final String text;

    private Variables(String address) {
        var result = new StringBuilder();
        var variable = VARIABLE.matcher(address);
        while (variable.find()) {
            var isPort = PORT.matcher(address.substring(0, variable.start())).find()
                    && BEHIND_PORT.matcher(address.substring(variable.end())).matches();
            var standIn = isPort ? port(address) : "zzvariable%dzz".formatted(standIns.size());
            standIns.put(standIn, variable.group());
            variable.appendReplacement(result, standIn);
        }
        text = variable.appendTail(result).toString();
    }

    /** In an address, where what stands for them has to be a name or the number of a port while the address is parsed. */
    static Variables in(String address) {
        return new Variables(address);
    }

    String text() {
        return text;
    }

    String restored(String part) {
        var result = part;
        for (var standIn : standIns.entrySet()) {
            result = result.replace(standIn.getKey(), standIn.getValue());
        }
        return result;
    }

    /** A text with one, below a part of a configuration whose fields take none. */
    public static Optional<Tree> below(Tree part) {
        var inside = new ArrayList<>(part.fields().values());
        if (part.isList()) {
            inside.addAll(part.items());
        }
        return Stream.concat(
                        part.text().filter(it -> VARIABLE.matcher(it).find()).map(_ -> part).stream(),
                        inside.stream().flatMap(each -> below(each).stream()))
                .findFirst();
    }

    /** Leaves a part with one out: its description or default would be that text. */
    public static void refuse(Tree part) {
        below(part).ifPresent(found -> {
            var variable = VARIABLE.matcher(found.text().orElse(""));
            throw new NotImported(
                    "%s has a variable of the environment, %s"
                            .formatted(found.place(), variable.find() ? variable.group() : ""),
                    "write its value; a statement takes {{ env.NAME }}, with the name in spec.env");
        });
    }

    private String port(String address) {
        var port = FIRST_PORT;
        while (address.contains("" + port) || standIns.containsKey("" + port)) {
            port++;
        }
        return "" + port;
    }
}
