CREATE TABLE "access_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"job_id" uuid,
	"work_data_id" uuid,
	"user_id" text NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "access_request_resource" CHECK (num_nonnulls(job_id, work_data_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (6) with time zone NOT NULL,
	"user_id" text,
	"impersonator_id" text,
	"subject_id" text,
	"organization_id" text,
	"action" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" text NOT NULL,
	"metadata" jsonb NOT NULL,
	CONSTRAINT "activity_action" CHECK (action in ('created', 'updated', 'deleted')),
	CONSTRAINT "activity_resource_type" CHECK (resource_type in ('user', 'organization', 'session', 'orgInvite'))
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (6) with time zone,
	"refresh_token_expires_at" timestamp (6) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"last_used_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"impersonated_by" text,
	"active_organization_id" text,
	"active_team_id" text,
	"password_reset_required" boolean DEFAULT false NOT NULL,
	"signed_in_with" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"level" real NOT NULL,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp (6) with time zone
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"public_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text,
	"plan" text DEFAULT 'free' NOT NULL,
	"banned" boolean DEFAULT false,
	"ban_reason" text,
	"ban_expires" timestamp (6) with time zone,
	"two_factor_enabled" boolean DEFAULT false,
	"password_reset_required" boolean DEFAULT false NOT NULL,
	"newsletter" boolean DEFAULT false NOT NULL,
	"mention_mails" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "user_email_unique" UNIQUE("email"),
	CONSTRAINT "user_name" CHECK (name ~ '\S' and name !~ '[\U00000001-\U0000001f\U0000007f-\U0000009f\U000000ad-\U000000ad\U0000061c-\U0000061c\U0000115f-\U00001160\U000017b4-\U000017b5\U0000180e-\U0000180e\U0000200b-\U0000200b\U0000200e-\U0000200f\U00002028-\U0000202e\U00002060-\U0000206f\U00003164-\U00003164\U0000feff-\U0000feff\U0000ffa0-\U0000ffa0\U0000fff9-\U0000fffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]|(?!(?<=[\U0000094d-\U0000094d\U000009cd-\U000009cd\U00000a4d-\U00000a4d\U00000acd-\U00000acd\U00000b4d-\U00000b4d\U00000bcd-\U00000bcd\U00000c4d-\U00000c4d\U00000ccd-\U00000ccd\U00000d3b-\U00000d3b\U00000d3c-\U00000d3c\U00000d4d-\U00000d4d\U00000dca-\U00000dca\U00000e3a-\U00000e3a\U00000eba-\U00000eba\U00000f84-\U00000f84\U00001039-\U00001039\U0000103a-\U0000103a\U00001714-\U00001714\U00001734-\U00001734\U000017d2-\U000017d2\U00001a60-\U00001a60\U00001b44-\U00001b44\U00001baa-\U00001baa\U00001bab-\U00001bab\U00001bf2-\U00001bf2\U00001bf3-\U00001bf3\U0000a806-\U0000a806\U0000a8c4-\U0000a8c4\U0000a953-\U0000a953\U0000a9c0-\U0000a9c0\U0000aaf6-\U0000aaf6\U0000abed-\U0000abed])|(?<=[\U00000620-\U00000620\U00000626-\U00000626\U00000628-\U00000628\U0000062a-\U0000062e\U00000633-\U0000063f\U00000641-\U00000647\U00000649-\U0000064a\U0000066e-\U0000066f\U00000678-\U00000687\U0000069a-\U000006bf\U000006c1-\U000006c2\U000006cc-\U000006cc\U000006ce-\U000006ce\U000006d0-\U000006d1\U000006fa-\U000006fc\U000006ff-\U000006ff][\U0000064b-\U0000065f\U00000670-\U00000670]*)\U0000200c(?=[\U0000064b-\U0000065f\U00000670-\U00000670]*[\U00000620-\U00000620\U00000622-\U0000063f\U00000641-\U0000064a\U0000066e-\U00000673\U00000675-\U000006d3\U000006d5-\U000006d5\U000006ee-\U000006ef\U000006fa-\U000006fc\U000006ff-\U000006ff])|(?<=[\U00002194-\U00002195\U00002600-\U000027bf\U00002b1b-\U00002b1c\U0001f000-\U0001faff]\U0000fe0f?)\U0000200d(?=[\U00002194-\U00002195\U00002600-\U000027bf\U00002b1b-\U00002b1c\U0001f000-\U0001faff])|(?<=\U000009b0)\U0000200d(?=\U000009cd))[\U0000200c\U0000200d]' and char_length(name) <= 200),
	CONSTRAINT "user_plan" CHECK (plan in ('free', 'enterprise')),
	CONSTRAINT "user_role" CHECK (role in ('user', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"job_id" uuid,
	"work_data_id" uuid,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (6) with time zone,
	CONSTRAINT "comment_resource" CHECK (num_nonnulls(job_id, work_data_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"owner_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"created_id" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_actor_id_owner_id_key_pk" PRIMARY KEY("actor_id","owner_id","key")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orphan_candidate" (
	"sha256" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'Created' NOT NULL,
	"outputs_deletable" boolean DEFAULT false NOT NULL,
	"is_trial" boolean DEFAULT false NOT NULL,
	"executor" text DEFAULT 'worker' NOT NULL,
	"step_id" uuid,
	"parent_id" uuid,
	"again_of" uuid,
	"parameters" jsonb,
	"result" jsonb,
	"error" text,
	"cause" text GENERATED ALWAYS AS (left(coalesce(substring(ltrim(error) from '^(?:[^\n`]|`[^\n`]*`)*?[.!?](?=\s|$)'), split_part(ltrim(error), E'\n', 1)), 500)) STORED,
	"failed_parameter" jsonb,
	"progress" real,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (6) with time zone,
	"lease_key" uuid,
	"worker" text,
	"max_seconds" integer,
	"time_limit_seconds" integer,
	"run_until" timestamp (6) with time zone,
	"turn" integer DEFAULT 0 NOT NULL,
	"lost_slots" integer[],
	"start_when_fed" boolean DEFAULT false NOT NULL,
	"event_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"queued_at" timestamp (6) with time zone,
	"started_at" timestamp (6) with time zone,
	"completed_at" timestamp (6) with time zone,
	"peak_memory_bytes" bigint,
	CONSTRAINT "job_state" CHECK (state in ('Created', 'ReadyForProcessing', 'Pending', 'Processing', 'Completed', 'Error', 'Canceled', 'DataMissing')),
	CONSTRAINT "job_executor" CHECK (executor in ('worker', 'engine')),
	CONSTRAINT "job_lease" CHECK ((state = 'Processing' and executor = 'worker') = (lease_token is not null and lease_until is not null))
);
--> statement-breakpoint
CREATE TABLE "job_event" (
	"job_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"actor" uuid,
	"impersonator" uuid,
	"reason" text,
	"at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_event_job_id_seq_pk" PRIMARY KEY("job_id","seq")
);
--> statement-breakpoint
CREATE TABLE "job_feed" (
	"owner_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"from_job_id" uuid NOT NULL,
	"from_slot" integer NOT NULL,
	CONSTRAINT "job_feed_job_id_slot_pk" PRIMARY KEY("job_id","slot")
);
--> statement-breakpoint
CREATE TABLE "job_input" (
	"owner_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"item" integer NOT NULL,
	"work_data_id" uuid NOT NULL,
	CONSTRAINT "job_input_job_id_slot_item_pk" PRIMARY KEY("job_id","slot","item")
);
--> statement-breakpoint
CREATE TABLE "job_listing" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"lowercase_name" text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"compact_name" text GENERATED ALWAYS AS (translate(lower(name), ' -_./', '')) STORED NOT NULL,
	"hidden" boolean NOT NULL,
	"is_trial" boolean NOT NULL,
	"parent_id" uuid,
	"created_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_log" (
	"job_id" uuid NOT NULL,
	"chunk" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"batch" integer,
	"first_line" integer NOT NULL,
	"line_count" integer NOT NULL,
	"first_byte" bigint NOT NULL,
	"byte_count" integer NOT NULL,
	"lines" jsonb NOT NULL,
	CONSTRAINT "job_log_job_id_chunk_pk" PRIMARY KEY("job_id","chunk")
);
--> statement-breakpoint
CREATE TABLE "job_output" (
	"owner_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"slot" integer NOT NULL,
	"item" integer NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size_in_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"folder" text,
	"work_data_id" uuid,
	CONSTRAINT "job_output_job_id_attempt_slot_item_pk" PRIMARY KEY("job_id","attempt","slot","item")
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriber" (
	"user_id" text PRIMARY KEY NOT NULL,
	"subscriber_id" integer NOT NULL,
	CONSTRAINT "newsletter_subscriber_subscriber_id_unique" UNIQUE("subscriber_id")
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text,
	"team_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL,
	"inviter_id" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitation_status" CHECK (status in ('pending', 'accepted', 'rejected', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "member" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"id" text PRIMARY KEY NOT NULL,
	"public_id" uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"logo" text,
	"metadata" text,
	"plan" text DEFAULT 'free' NOT NULL,
	"require_two_factor" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "organization_slug_unique" UNIQUE("slug"),
	CONSTRAINT "organization_name" CHECK (name ~ '\S' and name !~ '[\U00000001-\U0000001f\U0000007f-\U0000009f\U000000ad-\U000000ad\U0000061c-\U0000061c\U0000115f-\U00001160\U000017b4-\U000017b5\U0000180e-\U0000180e\U0000200b-\U0000200b\U0000200e-\U0000200f\U00002028-\U0000202e\U00002060-\U0000206f\U00003164-\U00003164\U0000feff-\U0000feff\U0000ffa0-\U0000ffa0\U0000fff9-\U0000fffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]|(?!(?<=[\U0000094d-\U0000094d\U000009cd-\U000009cd\U00000a4d-\U00000a4d\U00000acd-\U00000acd\U00000b4d-\U00000b4d\U00000bcd-\U00000bcd\U00000c4d-\U00000c4d\U00000ccd-\U00000ccd\U00000d3b-\U00000d3b\U00000d3c-\U00000d3c\U00000d4d-\U00000d4d\U00000dca-\U00000dca\U00000e3a-\U00000e3a\U00000eba-\U00000eba\U00000f84-\U00000f84\U00001039-\U00001039\U0000103a-\U0000103a\U00001714-\U00001714\U00001734-\U00001734\U000017d2-\U000017d2\U00001a60-\U00001a60\U00001b44-\U00001b44\U00001baa-\U00001baa\U00001bab-\U00001bab\U00001bf2-\U00001bf2\U00001bf3-\U00001bf3\U0000a806-\U0000a806\U0000a8c4-\U0000a8c4\U0000a953-\U0000a953\U0000a9c0-\U0000a9c0\U0000aaf6-\U0000aaf6\U0000abed-\U0000abed])|(?<=[\U00000620-\U00000620\U00000626-\U00000626\U00000628-\U00000628\U0000062a-\U0000062e\U00000633-\U0000063f\U00000641-\U00000647\U00000649-\U0000064a\U0000066e-\U0000066f\U00000678-\U00000687\U0000069a-\U000006bf\U000006c1-\U000006c2\U000006cc-\U000006cc\U000006ce-\U000006ce\U000006d0-\U000006d1\U000006fa-\U000006fc\U000006ff-\U000006ff][\U0000064b-\U0000065f\U00000670-\U00000670]*)\U0000200c(?=[\U0000064b-\U0000065f\U00000670-\U00000670]*[\U00000620-\U00000620\U00000622-\U0000063f\U00000641-\U0000064a\U0000066e-\U00000673\U00000675-\U000006d3\U000006d5-\U000006d5\U000006ee-\U000006ef\U000006fa-\U000006fc\U000006ff-\U000006ff])|(?<=[\U00002194-\U00002195\U00002600-\U000027bf\U00002b1b-\U00002b1c\U0001f000-\U0001faff]\U0000fe0f?)\U0000200d(?=[\U00002194-\U00002195\U00002600-\U000027bf\U00002b1b-\U00002b1c\U0001f000-\U0001faff])|(?<=\U000009b0)\U0000200d(?=\U000009cd))[\U0000200c\U0000200d]' and char_length(name) <= 200),
	CONSTRAINT "organization_plan" CHECK (plan in ('free', 'enterprise')),
	CONSTRAINT "organization_slug" CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 48)
);
--> statement-breakpoint
CREATE TABLE "organization_role" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"role" text NOT NULL,
	"permission" text NOT NULL,
	"updated_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_role_role" CHECK (role ~ '\S' and role !~ '[\U00000001-\U0000001f\U0000007f-\U0000009f\U000000ad-\U000000ad\U0000061c-\U0000061c\U0000115f-\U00001160\U000017b4-\U000017b5\U0000180e-\U0000180e\U0000200b-\U0000200b\U0000200e-\U0000200f\U00002028-\U0000202e\U00002060-\U0000206f\U00003164-\U00003164\U0000feff-\U0000feff\U0000ffa0-\U0000ffa0\U0000fff9-\U0000fffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]|(?!(?<=[\U0000094d-\U0000094d\U000009cd-\U000009cd\U00000a4d-\U00000a4d\U00000acd-\U00000acd\U00000b4d-\U00000b4d\U00000bcd-\U00000bcd\U00000c4d-\U00000c4d\U00000ccd-\U00000ccd\U00000d3b-\U00000d3b\U00000d3c-\U00000d3c\U00000d4d-\U00000d4d\U00000dca-\U00000dca\U00000e3a-\U00000e3a\U00000eba-\U00000eba\U00000f84-\U00000f84\U00001039-\U00001039\U0000103a-\U0000103a\U00001714-\U00001714\U00001734-\U00001734\U000017d2-\U000017d2\U00001a60-\U00001a60\U00001b44-\U00001b44\U00001baa-\U00001baa\U00001bab-\U00001bab\U00001bf2-\U00001bf2\U00001bf3-\U00001bf3\U0000a806-\U0000a806\U0000a8c4-\U0000a8c4\U0000a953-\U0000a953\U0000a9c0-\U0000a9c0\U0000aaf6-\U0000aaf6\U0000abed-\U0000abed])|(?<=[\U00000620-\U00000620\U00000626-\U00000626\U00000628-\U00000628\U0000062a-\U0000062e\U00000633-\U0000063f\U00000641-\U00000647\U00000649-\U0000064a\U0000066e-\U0000066f\U00000678-\U00000687\U0000069a-\U000006bf\U000006c1-\U000006c2\U000006cc-\U000006cc\U000006ce-\U000006ce\U000006d0-\U000006d1\U000006fa-\U000006fc\U000006ff-\U000006ff][\U0000064b-\U0000065f\U00000670-\U00000670]*)\U0000200c(?=[\U0000064b-\U0000065f\U00000670-\U00000670]*[\U00000620-\U00000620\U00000622-\U0000063f\U00000641-\U0000064a\U0000066e-\U00000673\U00000675-\U000006d3\U000006d5-\U000006d5\U000006ee-\U000006ef\U000006fa-\U000006fc\U000006ff-\U000006ff])|(?<=[\U00002194-\U00002195\U00002600-\U000027bf\U00002b1b-\U00002b1c\U0001f000-\U0001faff]\U0000fe0f?)\U0000200d(?=[\U00002194-\U00002195\U00002600-\U000027bf\U00002b1b-\U00002b1c\U0001f000-\U0001faff])|(?<=\U000009b0)\U0000200d(?=\U000009cd))[\U0000200c\U0000200d]' and char_length(role) <= 200)
);
--> statement-breakpoint
CREATE TABLE "team" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"member_count" integer DEFAULT 0 NOT NULL,
	"organization_id" text NOT NULL,
	"updated_at" timestamp (6) with time zone,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_name" CHECK (name ~ '\S' and name !~ '[\U00000001-\U0000001f\U0000007f-\U0000009f\U000000ad-\U000000ad\U0000061c-\U0000061c\U0000115f-\U00001160\U000017b4-\U000017b5\U0000180e-\U0000180e\U0000200b-\U0000200b\U0000200e-\U0000200f\U00002028-\U0000202e\U00002060-\U0000206f\U00003164-\U00003164\U0000feff-\U0000feff\U0000ffa0-\U0000ffa0\U0000fff9-\U0000fffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]|(?!(?<=[\U0000094d-\U0000094d\U000009cd-\U000009cd\U00000a4d-\U00000a4d\U00000acd-\U00000acd\U00000b4d-\U00000b4d\U00000bcd-\U00000bcd\U00000c4d-\U00000c4d\U00000ccd-\U00000ccd\U00000d3b-\U00000d3b\U00000d3c-\U00000d3c\U00000d4d-\U00000d4d\U00000dca-\U00000dca\U00000e3a-\U00000e3a\U00000eba-\U00000eba\U00000f84-\U00000f84\U00001039-\U00001039\U0000103a-\U0000103a\U00001714-\U00001714\U00001734-\U00001734\U000017d2-\U000017d2\U00001a60-\U00001a60\U00001b44-\U00001b44\U00001baa-\U00001baa\U00001bab-\U00001bab\U00001bf2-\U00001bf2\U00001bf3-\U00001bf3\U0000a806-\U0000a806\U0000a8c4-\U0000a8c4\U0000a953-\U0000a953\U0000a9c0-\U0000a9c0\U0000aaf6-\U0000aaf6\U0000abed-\U0000abed])|(?<=[\U00000620-\U00000620\U00000626-\U00000626\U00000628-\U00000628\U0000062a-\U0000062e\U00000633-\U0000063f\U00000641-\U00000647\U00000649-\U0000064a\U0000066e-\U0000066f\U00000678-\U00000687\U0000069a-\U000006bf\U000006c1-\U000006c2\U000006cc-\U000006cc\U000006ce-\U000006ce\U000006d0-\U000006d1\U000006fa-\U000006fc\U000006ff-\U000006ff][\U0000064b-\U0000065f\U00000670-\U00000670]*)\U0000200c(?=[\U0000064b-\U0000065f\U00000670-\U00000670]*[\U00000620-\U00000620\U00000622-\U0000063f\U00000641-\U0000064a\U0000066e-\U00000673\U00000675-\U000006d3\U000006d5-\U000006d5\U000006ee-\U000006ef\U000006fa-\U000006fc\U000006ff-\U000006ff])|(?<=[\U00002194-\U00002195\U00002600-\U000027bf\U00002b1b-\U00002b1c\U0001f000-\U0001faff]\U0000fe0f?)\U0000200d(?=[\U00002194-\U00002195\U00002600-\U000027bf\U00002b1b-\U00002b1c\U0001f000-\U0001faff])|(?<=\U000009b0)\U0000200d(?=\U000009cd))[\U0000200c\U0000200d]' and char_length(name) <= 200)
);
--> statement-breakpoint
CREATE TABLE "team_member" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"membership_key" text,
	"created_at" timestamp (6) with time zone DEFAULT now(),
	CONSTRAINT "team_member_membership_key_unique" UNIQUE("membership_key")
);
--> statement-breakpoint
CREATE TABLE "account_grant" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_id" uuid NOT NULL,
	"grant_id" text NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"user_id" text,
	"scope" text DEFAULT 'user' NOT NULL,
	"access" text DEFAULT 'manage' NOT NULL,
	"steps" text[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"last4" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"expires_at" timestamp (6) with time zone,
	"last_used_at" timestamp (6) with time zone,
	"last_used_from" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_key_scope" CHECK (scope in ('user', 'worker')),
	CONSTRAINT "api_key_access" CHECK (access in ('read', 'run', 'manage'))
);
--> statement-breakpoint
CREATE TABLE "owner" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owner_kind" CHECK (kind in ('user', 'organization', 'system')),
	CONSTRAINT "owner_plan" CHECK (plan in ('free', 'enterprise'))
);
--> statement-breakpoint
CREATE TABLE "storage_reservation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"expires_at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processing_step" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"function_name" text NOT NULL,
	"version" text NOT NULL,
	"version_key" text NOT NULL,
	"title" text NOT NULL,
	"short_description" text,
	"long_description" text,
	"procon_version" text,
	"code_hash" text,
	"is_public" boolean DEFAULT false NOT NULL,
	"deprecated_at" timestamp (6) with time zone,
	"deprecation_reason" text,
	"parameter_schema" json,
	"default_parameters" json,
	"return_schema" json,
	"input_slots" jsonb NOT NULL,
	"output_slots" jsonb NOT NULL,
	"time_limit_seconds" integer,
	"deterministic" boolean DEFAULT false NOT NULL,
	"manifest" json NOT NULL,
	"executor" text DEFAULT 'worker' NOT NULL,
	"deployment_state" text DEFAULT 'NotDeployed' NOT NULL,
	"worker_seen_at" timestamp (6) with time zone,
	"worker_seen" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "processing_step_executor" CHECK (executor in ('worker', 'engine'))
);
--> statement-breakpoint
CREATE TABLE "tag" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"tag" text NOT NULL,
	"head" text collate "C" GENERATED ALWAYS AS (left(tag, 100)) STORED NOT NULL,
	"resource" uuid NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"hidden" boolean NOT NULL,
	"sub" boolean NOT NULL,
	"is_public" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_tag" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"tag" text collate "C" NOT NULL,
	"head" text collate "C" GENERATED ALWAYS AS (left(tag, 100)) STORED NOT NULL,
	"hidden" boolean NOT NULL,
	"sub" boolean NOT NULL,
	"maybe_unused" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_data" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"declared_media_type" text,
	"size_in_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"kind" text NOT NULL,
	"deletable" boolean DEFAULT false NOT NULL,
	"comments" text,
	"produced_by_job" uuid,
	"produced_by_step" uuid,
	"series" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "worker" (
	"key_id" uuid NOT NULL,
	"name" text NOT NULL,
	"steps" integer NOT NULL,
	"step_network" text,
	"seen_at" timestamp (6) with time zone NOT NULL,
	CONSTRAINT "worker_key_id_name_pk" PRIMARY KEY("key_id","name")
);
--> statement-breakpoint
CREATE TABLE "execution" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"definition_id" uuid NOT NULL,
	"definition_sha256" text NOT NULL,
	"definition" jsonb NOT NULL,
	"variables" jsonb NOT NULL,
	"step_ids" uuid[] NOT NULL,
	"depth" integer NOT NULL,
	"origin_id" uuid,
	"reuses" boolean DEFAULT false NOT NULL,
	"verifies" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "execution_due" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"execution_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"counts" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "execution_edge" (
	"execution_id" uuid NOT NULL,
	"from_node" integer NOT NULL,
	"to_node" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"uses" boolean NOT NULL,
	CONSTRAINT "execution_edge_execution_id_from_node_to_node_pk" PRIMARY KEY("execution_id","from_node","to_node")
);
--> statement-breakpoint
CREATE TABLE "execution_node" (
	"execution_id" uuid NOT NULL,
	"node" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"node_id" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"remaining" integer NOT NULL,
	"retries" integer NOT NULL,
	"stops" boolean NOT NULL,
	"counts" boolean DEFAULT false NOT NULL,
	"runs" integer,
	"created" integer DEFAULT 0 NOT NULL,
	"active" integer DEFAULT 0 NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"blocked" boolean DEFAULT false NOT NULL,
	"started_at" timestamp (6) with time zone,
	"ended_at" timestamp (6) with time zone,
	CONSTRAINT "execution_node_execution_id_node_pk" PRIMARY KEY("execution_id","node"),
	CONSTRAINT "execution_node_state" CHECK (state in ('Waiting', 'Ready', 'Expanding', 'Running', 'Completed', 'Skipped', 'Failed', 'Canceled'))
);
--> statement-breakpoint
CREATE TABLE "execution_run" (
	"execution_id" uuid NOT NULL,
	"node" integer NOT NULL,
	"item" integer NOT NULL,
	"try" integer NOT NULL,
	"owner_id" uuid NOT NULL,
	"job_id" uuid,
	"outcome" text,
	"fingerprint" text,
	"reused_from" uuid,
	"results_deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "execution_run_execution_id_node_item_try_pk" PRIMARY KEY("execution_id","node","item","try"),
	CONSTRAINT "execution_run_outcome" CHECK (outcome in ('Completed', 'Failed', 'Canceled', 'Repeat', 'Repeated'))
);
--> statement-breakpoint
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_work_data_id_work_data_id_fk" FOREIGN KEY ("work_data_id") REFERENCES "public"."work_data"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment" ADD CONSTRAINT "comment_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment" ADD CONSTRAINT "comment_work_data_id_work_data_id_fk" FOREIGN KEY ("work_data_id") REFERENCES "public"."work_data"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_step_id_processing_step_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."processing_step"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_feed" ADD CONSTRAINT "job_feed_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_feed" ADD CONSTRAINT "job_feed_from_job_id_job_id_fk" FOREIGN KEY ("from_job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_input" ADD CONSTRAINT "job_input_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_input" ADD CONSTRAINT "job_input_work_data_id_work_data_id_fk" FOREIGN KEY ("work_data_id") REFERENCES "public"."work_data"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_log" ADD CONSTRAINT "job_log_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_output" ADD CONSTRAINT "job_output_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_output" ADD CONSTRAINT "job_output_work_data_id_work_data_id_fk" FOREIGN KEY ("work_data_id") REFERENCES "public"."work_data"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_inviter_id_user_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_role" ADD CONSTRAINT "organization_role_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team" ADD CONSTRAINT "team_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_team_id_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "worker" ADD CONSTRAINT "worker_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution" ADD CONSTRAINT "execution_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_edge" ADD CONSTRAINT "execution_edge_execution_id_execution_job_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."execution"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_node" ADD CONSTRAINT "execution_node_execution_id_execution_job_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."execution"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_run" ADD CONSTRAINT "execution_run_execution_id_execution_job_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."execution"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_run" ADD CONSTRAINT "execution_run_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_request_job" ON "access_request" USING btree ("job_id","user_id") WHERE job_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "access_request_work_data" ON "access_request" USING btree ("work_data_id","user_id") WHERE work_data_id is not null;--> statement-breakpoint
CREATE INDEX "access_request_owner" ON "access_request" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "access_request_user" ON "access_request" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "access_request_expires" ON "access_request" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "activity_at" ON "activity" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "activity_user" ON "activity" USING btree ("user_id","at","id","action","resource_type");--> statement-breakpoint
CREATE INDEX "activity_subject" ON "activity" USING btree ("subject_id","at","id","action","resource_type","user_id");--> statement-breakpoint
CREATE INDEX "activity_organization" ON "activity" USING btree ("organization_id","at","id","action","resource_type");--> statement-breakpoint
CREATE INDEX "activity_action" ON "activity" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "activity_type" ON "activity" USING btree ("resource_type","at","id");--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_provider" ON "account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_impersonator" ON "session" USING btree ("impersonated_by") WHERE impersonated_by is not null;--> statement-breakpoint
CREATE INDEX "throttle_at" ON "throttle" USING btree ("at");--> statement-breakpoint
CREATE INDEX "two_factor_user" ON "two_factor" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_newsletter" ON "user" USING btree ("id") WHERE newsletter;--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verification_expires" ON "verification" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "comment_job" ON "comment" USING btree ("job_id","id") WHERE job_id is not null;--> statement-breakpoint
CREATE INDEX "comment_author" ON "comment" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comment_work_data" ON "comment" USING btree ("work_data_id","id") WHERE work_data_id is not null;--> statement-breakpoint
CREATE INDEX "job_parent" ON "job" USING btree ("parent_id","created_at","id") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "job_turn" ON "job" USING btree ("step_id","state","turn") WHERE state in ('Pending', 'Processing');--> statement-breakpoint
CREATE INDEX "job_turn_of_owner" ON "job" USING btree ("step_id","owner_id","turn") WHERE state = 'Pending';--> statement-breakpoint
CREATE INDEX "job_running" ON "job" USING btree ("owner_id","lease_key","worker") WHERE state = 'Processing';--> statement-breakpoint
CREATE INDEX "job_trial" ON "job" USING btree ("created_at") WHERE is_trial;--> statement-breakpoint
CREATE INDEX "job_data_missing" ON "job" USING btree ("id") WHERE state = 'DataMissing';--> statement-breakpoint
CREATE INDEX "job_feed_from" ON "job_feed" USING btree ("from_job_id");--> statement-breakpoint
CREATE INDEX "job_input_work_data" ON "job_input" USING btree ("work_data_id");--> statement-breakpoint
CREATE INDEX "job_output_work_data" ON "job_output" USING btree ("work_data_id");--> statement-breakpoint
CREATE INDEX "job_output_sha256" ON "job_output" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "job_output_unpublished" ON "job_output" USING btree ("owner_id") WHERE work_data_id is null;--> statement-breakpoint
CREATE INDEX "invitation_organization" ON "invitation" USING btree ("organization_id","status");--> statement-breakpoint
CREATE INDEX "invitation_email" ON "invitation" USING btree ("email","status");--> statement-breakpoint
CREATE UNIQUE INDEX "member_organization_user" ON "member" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "member_user" ON "member" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_role_name" ON "organization_role" USING btree ("organization_id","role");--> statement-breakpoint
CREATE INDEX "team_organization" ON "team" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "team_member_team" ON "team_member" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "team_member_user" ON "team_member" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_grant_subject" ON "account_grant" USING btree ("subject_id","grant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash" ON "api_key" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_key_user" ON "api_key" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "storage_reservation_owner" ON "storage_reservation" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "processing_step_name" ON "processing_step" USING btree ("owner_id","function_name","version");--> statement-breakpoint
CREATE INDEX "processing_step_public" ON "processing_step" USING btree ("is_public");--> statement-breakpoint
CREATE INDEX "processing_step_worker" ON "processing_step" USING btree ("worker_seen");--> statement-breakpoint
CREATE INDEX "tag_resource" ON "tag" USING btree ("resource","head");--> statement-breakpoint
CREATE INDEX "used_tag_list" ON "used_tag" USING btree ("owner_id","kind","head");--> statement-breakpoint
CREATE INDEX "used_tag_maybe_unused" ON "used_tag" USING btree ("owner_id") WHERE maybe_unused;--> statement-breakpoint
CREATE INDEX "work_data_sha256" ON "work_data" USING btree ("sha256","owner_id");--> statement-breakpoint
CREATE INDEX "work_data_job" ON "work_data" USING btree ("produced_by_job");--> statement-breakpoint
CREATE UNIQUE INDEX "work_data_version" ON "work_data" USING btree ("series","version") WHERE series is not null;--> statement-breakpoint
CREATE INDEX "execution_definition" ON "execution" USING btree ("definition_id","job_id") WHERE depth = 0;--> statement-breakpoint
CREATE INDEX "execution_due_execution" ON "execution_due" USING btree ("execution_id");--> statement-breakpoint
CREATE INDEX "execution_node_unfinished" ON "execution_node" USING btree ("execution_id","state","node") WHERE state in ('Waiting', 'Ready', 'Expanding', 'Running');--> statement-breakpoint
CREATE INDEX "execution_node_failed" ON "execution_node" USING btree ("execution_id") WHERE state = 'Failed' and stops;--> statement-breakpoint
CREATE INDEX "execution_run_job" ON "execution_run" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "execution_run_fingerprint" ON "execution_run" USING btree ("owner_id","fingerprint") WHERE fingerprint is not null;--> statement-breakpoint
CREATE INDEX "execution_run_repeat" ON "execution_run" USING btree ("execution_id") WHERE outcome = 'Repeat';