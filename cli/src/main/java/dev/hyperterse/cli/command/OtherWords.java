package dev.hyperterse.cli.command;

import dev.hyperterse.compiler.admission.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The words of other command lines, with the words that do the same here. */
final class OtherWords {
    private static final String TO_SERVE =
            "'hyperterse dev DIR' serves a directory while you edit it, 'hyperterse serve DIR' as a service; in a cluster the operator does it";
    private static final String TO_DEPLOY =
            "'kubectl apply -k DIR', or -f where it has no kustomization.yaml, puts manifests into a cluster; the operator itself is installed by its chart";

    private static final String OF_CLUSTER =
            "'hyperterse status' says what a cluster serves and why the rest is not served";
    private static final String OF_OBJECTS =
            "tools are objects in files: change the files, then 'kubectl apply -k DIR' (-f where it has no kustomization.yaml), or 'kubectl delete -f FILE'";

    private static final String OF_TABLES =
            "'hyperterse init DIR --database URL' writes tools for the tables of a database";
    private static final String TO_QUERY =
            "'hyperterse call DIR run-sql sql=...' runs SQL, where 'init --sql' wrote that tool";

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry("start", TO_SERVE),
            Map.entry("run", TO_SERVE),
            Map.entry("up", TO_SERVE),
            Map.entry("apply", TO_DEPLOY),
            Map.entry("install", TO_DEPLOY),
            Map.entry("deploy", TO_DEPLOY),
            Map.entry("new", "'hyperterse init DIR' writes a first directory"),
            Map.entry("create", "'hyperterse init DIR' writes a first directory"),
            Map.entry("lint", "'hyperterse validate DIR' prints every problem"),
            Map.entry("check", "'hyperterse validate DIR' prints every problem"),
            Map.entry("test", "'hyperterse validate DIR --connect' has the databases check the statements"),
            Map.entry("plan", "'hyperterse diff DIR --against-cluster' prints what changes"),
            Map.entry("build", "'hyperterse render DIR' prints the compiled catalog"),
            Map.entry("template", "'hyperterse render DIR' prints the compiled catalog"),
            Map.entry("export", "'hyperterse render DIR' prints the compiled catalog"),
            Map.entry("exec", "'hyperterse call DIR|URL TOOL KEY=VALUE' calls a tool"),
            Map.entry("invoke", "'hyperterse call DIR|URL TOOL KEY=VALUE' calls a tool"),
            Map.entry("find", "'hyperterse search DIR|URL QUERY' shows what a query finds"),
            Map.entry("logs", "'hyperterse dev' prints a line for each call; of a pod 'kubectl logs' has them"),
            Map.entry("doctor", OF_CLUSTER),
            Map.entry("ps", OF_CLUSTER),
            Map.entry("top", OF_CLUSTER),
            Map.entry("upgrade", TO_DEPLOY),
            Map.entry("update", TO_DEPLOY),
            Map.entry("edit", OF_OBJECTS),
            Map.entry("delete", OF_OBJECTS),
            Map.entry("remove", OF_OBJECTS),
            Map.entry("rollback", OF_OBJECTS),
            Map.entry("stop", "Control-C ends 'dev' and 'serve'; in a cluster kubectl deletes the HyperterseServer"),
            Map.entry("generate", OF_TABLES),
            Map.entry("add", OF_TABLES),
            Map.entry("query", TO_QUERY),
            Map.entry("sql", TO_QUERY),
            Map.entry(
                    "ui",
                    "'hyperterse dev DIR' serves a console at its address, 'hyperterse console server/NAME' of a cluster"),
            Map.entry("inspect", "'hyperterse describe DIR|URL TOOL' shows the inputs of a tool"),
            Map.entry("config", "'hyperterse connect CLIENT' prints the configuration of a client"),
            Map.entry(
                    "login",
                    "--header 'Authorization: Bearer ...' of 'call' sends a token; there is nothing to log in to"),
            Map.entry("man", "'hyperterse help COMMAND' explains a command"));

    private static final String FILENAME = "--filename";

    private static final Set<String> OF_MANIFESTS = Set.of(
            "dev", "serve", "validate", "diff", "render", "call", "search", "list", "describe", "read", "prompt");

    private OtherWords() {}

    /**
     * {@code help}, {@code help COMMAND}, {@code -f PATH} and {@code --filename=PATH}, as picocli knows them.
     *
     * @param commands those that there are: of another, help would be that of all
     */
    static String[] translated(String[] arguments, Set<String> commands) {
        if (arguments.length == 0 || !arguments[0].equals("help")) {
            return withPathFirst(arguments);
        }
        var about = Arrays.stream(arguments).skip(1).limit(1).toList();
        return commands.containsAll(about)
                ? Stream.concat(about.stream(), Stream.of("--help")).toArray(String[]::new)
                : about.toArray(String[]::new);
    }

    /** The option of kubectl for the manifests, which are the first argument here. */
    private static String[] withPathFirst(String[] arguments) {
        if (arguments.length == 0 || !OF_MANIFESTS.contains(arguments[0])) {
            return arguments;
        }
        var words = new ArrayList<>(List.of(arguments));
        for (var option = 1; option < words.size() && !words.get(option).equals("--"); option++) {
            var word = words.get(option);
            if (word.startsWith(FILENAME + "=")) {
                words.remove(option);
                words.add(1, word.substring(FILENAME.length() + 1));
                break;
            }
            if ((word.equals("-f") || word.equals(FILENAME)) && option + 1 < words.size()) {
                var path = words.remove(option + 1);
                words.remove(option);
                words.add(1, path);
                break;
            }
        }
        return words.toArray(String[]::new);
    }

    private static Optional<String> nearestCommand(String word, CommandLine root) {
        return Spelling.nearest(word, root.getSubcommands().keySet())
                .map("Did you mean 'hyperterse %s'?"::formatted)
                .or(() -> Optional.of("'hyperterse help' lists the commands"));
    }

    private static Optional<String> nearestOption(String word, CommandLine command) {
        return Spelling.nearest(
                        word.split("=", 2)[0],
                        command.getCommandSpec().optionsMap().keySet().stream()
                                .filter(it -> it.startsWith("--"))
                                .toList())
                .map("Did you mean '%s'?"::formatted);
    }

    /** The mistake in the words of a person, who counts no arguments. */
    static String cause(ParameterException misuse) {
        return misuse instanceof UnmatchedArgumentException unmatched
                        && misuse.getCommandLine().getCommandSpec().parent() == null
                        && !unmatched.isUnknownOption()
                        && !unmatched.getUnmatched().isEmpty()
                ? "unknown command '" + unmatched.getUnmatched().getFirst() + "'"
                : misuse.getMessage();
    }

    /** The sentence for a word or an option that is used elsewhere, and a complete command for one that lacks a part. */
    static Optional<String> remedy(ParameterException misuse) {
        if (misuse instanceof MissingParameterException missing) {
            if (missing.getMissing().stream().noneMatch(ArgSpec::isPositional)) {
                return Optional.empty();
            }
            return Arrays.stream(misuse.getCommandLine()
                            .getCommandSpec()
                            .usageMessage()
                            .footer())
                    .findFirst()
                    .map(example -> "For example: " + example.strip());
        }
        if (!(misuse instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return Optional.empty();
        }
        var word = unmatched.getUnmatched().getFirst();
        var command = misuse.getCommandLine().getCommandSpec();
        if (command.parent() == null && !unmatched.isUnknownOption()) {
            return Optional.ofNullable(REMEDIES.get(word)).or(() -> nearestCommand(word, misuse.getCommandLine()));
        }
        return command.name().equals("call") && word.startsWith("--") && !word.equals("--")
                ? Optional.of("Arguments of the tool are KEY=VALUE: "
                        + word.substring(2).split("=", 2)[0] + "=VALUE")
                : nearestOption(word, misuse.getCommandLine());
    }
}
