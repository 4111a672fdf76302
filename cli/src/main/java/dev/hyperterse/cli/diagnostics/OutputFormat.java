package dev.hyperterse.cli.diagnostics;

import java.util.List;
import java.util.Map;

/** The output formats of diagnostics. Every format takes them in the order given and ends with a line break. */
public sealed interface OutputFormat {
    /** The findings of one run, empty or not. */
    String render(List<Diagnostic> diagnostics);

    /** For people: one line each, the remedy below it. */
    record Text(boolean colour) implements OutputFormat {
        @Override
        public String render(List<Diagnostic> diagnostics) {
            return new TerminalFormat(colour).render(diagnostics);
        }

        /** Colour only where a person looks on and has not asked for none (no-color.org). */
        public static Text onTerminal(boolean interactive, Map<String, String> environment) {
            var refused = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                    || environment.getOrDefault("TERM", "").equals("dumb");
            return new Text(interactive && !refused);
        }
    }

    /** For programs: one JSON document. */
    record Json() implements OutputFormat {
        @Override
        public String render(List<Diagnostic> diagnostics) {
            return JsonFormats.report(diagnostics);
        }
    }

    /** Workflow commands that GitHub Actions turns into annotations. */
    record GitHub() implements OutputFormat {
        @Override
        public String render(List<Diagnostic> diagnostics) {
            return GitHubAnnotations.render(diagnostics);
        }
    }

    /** A GitLab code quality report. */
    record GitLab() implements OutputFormat {
        @Override
        public String render(List<Diagnostic> diagnostics) {
            return JsonFormats.codeQuality(diagnostics);
        }
    }
}
