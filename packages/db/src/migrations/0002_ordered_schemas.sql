ALTER TABLE "processing_step" ALTER COLUMN "parameter_schema" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "processing_step" ALTER COLUMN "default_parameters" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "processing_step" ALTER COLUMN "return_schema" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "processing_step" ALTER COLUMN "manifest" SET DATA TYPE json;