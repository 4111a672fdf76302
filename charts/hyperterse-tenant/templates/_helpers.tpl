{{- define "hyperterse-tenant.namespace" -}}
{{- $namespace := .Values.namespace | default .Release.Namespace }}
{{- if and .Values.createNamespace (eq $namespace .Release.Namespace) }}
{{- fail (printf "createNamespace makes %q, which the release itself is in: set namespace to the one of the team, or leave createNamespace out and use --create-namespace" $namespace) }}
{{- end }}
{{- if and .Values.namespaceLabels (not .Values.createNamespace) }}
{{- fail "namespaceLabels are for a namespace that is made: set createNamespace, or label the namespace where it is made" }}
{{- end }}
{{- $namespace }}
{{- end }}

{{- define "hyperterse-tenant.server" -}}
{{- /* A lint has no namespace. */}}
{{- $name := coalesce .Values.serverName (include "hyperterse-tenant.namespace" .) .Release.Name }}
{{- if not (regexMatch "^[a-z]([-a-z0-9]{0,48}[a-z0-9])?$" $name) }}
{{- fail (printf "a server cannot be called %q: at most 50 small letters, digits and hyphens, with a letter first. Set the value serverName" $name) }}
{{- end }}
{{- $name }}
{{- end }}

{{- /* Takes root and name. */ -}}
{{- define "hyperterse-tenant.metadata" -}}
name: {{ .name }}
namespace: {{ include "hyperterse-tenant.namespace" .root }}
labels:
  app.kubernetes.io/part-of: {{ include "hyperterse-tenant.server" .root }}
{{- end }}
