package dev.hyperterse.scripts.host;

import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.HiddenValues.Named;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.fetch.Fetches;
import dev.hyperterse.scripts.author.AuthorOutput;
import dev.hyperterse.scripts.author.AuthorPositions;
import dev.hyperterse.scripts.author.DeployedScript;
import dev.hyperterse.scripts.author.ScriptOutput;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import dev.hyperterse.scripts.turn.ScriptShare;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** A linked script, with everything that its runs share. */
public final class ScriptProgram {
    private static final String TYPE_ERROR = "TypeError: ";
    private static final int MOST_WAITING = 32;
    private static final int MOST_OF_PROGRAM = 100;

    private final ScriptOwner owner;
    private final Function<Principal, ScriptShare> share;
    private final Realms realms;
    private final Fetches fetches;
    private final AuthorOutput output;
    private final String environment;

    /** @param share of the threads, by the caller */
    public ScriptProgram(
            DeployedScript deployed,
            Function<Principal, ScriptShare> share,
            Realms realms,
            Fetches fetches,
            ScriptOutput output) {
        this.owner = deployed.owner();
        this.share = share;
        this.realms = realms;
        this.fetches = fetches;
        var positions = deployed.owner().kind() == Kind.PROGRAM
                ? new AuthorPositions(deployed.script(), SentProgram.LINES_BEFORE)
                : new AuthorPositions(deployed.script());
        this.output = new AuthorOutput(deployed.owner(), positions, hidden(deployed.environment()), output);
        this.environment = JsonMapper.shared().writeValueAsString(deployed.environment());
    }

    private static HiddenValues hidden(Map<String, String> environment) {
        return new HiddenValues(environment.entrySet().stream()
                .flatMap(variable -> written("env." + variable.getKey(), variable.getValue()))
                .toList());
    }

    /** A value unchanged, and as it is encoded in JSON and URLs. */
    private static Stream<Named> written(String name, String value) {
        var json = JsonMapper.shared().writeValueAsString(value);
        var url = URLEncoder.encode(value, StandardCharsets.UTF_8);
        return Stream.of(value, json.substring(1, json.length() - 1), url, url.replace("+", "%20"))
                .map(text -> new Named(name, text));
    }

    ScriptOwner owner() {
        return owner;
    }

    /** The statements and calls that a run may wait for at a time. The calls of a program form a queue behind these. */
    public int mostWaiting() {
        return owner.kind() == Kind.PROGRAM ? MOST_OF_PROGRAM : MOST_WAITING;
    }

    public ScriptShare share(Principal caller) {
        return share.apply(caller);
    }

    public Realms realms() {
        return realms;
    }

    /** As a JSON object. */
    String environment() {
        return environment;
    }

    public Fetches fetches() {
        return fetches;
    }

    AuthorOutput output() {
        return output;
    }

    String failed(String message, String stack) {
        return output.failed(isTypeError(message, stack) ? withCure(message, stack) : message, stack);
    }

    /** Other errors are the script's own, whatever they say. */
    private static boolean isTypeError(String message, String stack) {
        return message.startsWith(TYPE_ERROR) || stack.startsWith(TYPE_ERROR);
    }

    private String withCure(String message, String stack) {
        var place = output.place(stack).map(" at "::concat).orElse("");
        return realms.cure(message)
                .map(cure -> "%s%s: %s".formatted(cure.what(), place, cure.remedy()))
                .orElse(message);
    }
}
